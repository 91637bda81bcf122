import { zoneAbbreviation } from '#domain/text/zoneNames';
import { QuietChoice } from '../bar/QuietChoice.tsx';
import type { ZoneKind } from './ChosenZone.tsx';
import { useTimelineZone } from './TimelineZone.tsx';

const NAMES: Readonly<Record<ZoneKind, string>> = { site: 'Site time', own: 'Own time', utc: 'UTC' };
const PREFIXES: Readonly<Record<ZoneKind, string>> = { site: 'Site ', own: '', utc: '' };

/** Renders the name of the timeline's zone at the shown moment, and the choice of another one if that makes a difference. */
export function ZoneChoice({ at }: { readonly at: number }) {
  const { shown, options, choose } = useTimelineZone();
  const textOf = ({ kind, zone }: typeof shown) =>
    kind === 'utc' ? NAMES.utc : `${NAMES[kind]}, ${zone.replaceAll('_', ' ')} (${zoneAbbreviation(at, zone)})`;
  return (
    <QuietChoice
      label="Times in"
      name={`${PREFIXES[shown.kind]}${zoneAbbreviation(at, shown.zone)}`}
      help={textOf(shown)}
      options={options.map((option) => ({ value: option.kind, label: textOf(option) }))}
      value={shown.kind}
      onValue={(value) => {
        const next = options.find(({ kind }) => kind === value);
        if (next !== undefined) choose(next.kind);
      }}
    />
  );
}
