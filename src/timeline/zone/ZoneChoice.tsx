import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { zoneAbbreviation } from '#domain/text/zoneNames';
import type { ZoneKind } from './ChosenZone.tsx';
import { useTimelineZone } from './TimelineZone.tsx';

const Box = chakra('span', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '3px',
    height: '28px',
    // As high as the line without it.
    my: '-6px',
    px: '6px',
    ms: '-6px',
    borderRadius: 'control',
    color: 'fg',
    whiteSpace: 'nowrap',
    '&:has(select:hover)': { bg: 'bg.emphasized' },
    '&:has(:focus-visible)': { outline: '2px solid var(--o-colors-focus)', outlineOffset: '0' },
  },
});
/** Above the short name, since a select is as wide as its longest choice. */
const Choice = chakra('select', { base: { position: 'absolute', inset: 0, width: '100%', opacity: 0, cursor: 'pointer' } });

const NAMES: Readonly<Record<ZoneKind, string>> = { site: 'Site time', own: 'Own time', utc: 'UTC' };
const PREFIXES: Readonly<Record<ZoneKind, string>> = { site: 'Site ', own: '', utc: '' };

/** Renders what the zone of the timeline's times is called at the shown moment, and the choice of another one where that makes a difference. */
export function ZoneChoice({ at }: { readonly at: number }) {
  const { shown, options, choose } = useTimelineZone();
  const textOf = ({ kind, zone }: typeof shown) =>
    kind === 'utc' ? NAMES.utc : `${NAMES[kind]}, ${zone.replaceAll('_', ' ')} (${zoneAbbreviation(at, zone)})`;
  const name = `${PREFIXES[shown.kind]}${zoneAbbreviation(at, shown.zone)}`;
  if (options.length < 2) return <Box title={textOf(shown)}>{name}</Box>;
  return (
    <Box title={textOf(shown)}>
      <span aria-hidden="true">{name}</span>
      <ChevronDown aria-hidden="true" size={12} />
      <Choice
        aria-label="Times in"
        value={shown.kind}
        onChange={({ target }) => {
          const next = options.find(({ kind }) => kind === target.value);
          if (next !== undefined) choose(next.kind);
        }}
      >
        {options.map((option) => (
          <option key={option.kind} value={option.kind}>
            {textOf(option)}
          </option>
        ))}
      </Choice>
    </Box>
  );
}
