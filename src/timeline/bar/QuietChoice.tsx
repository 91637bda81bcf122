import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import type { Option } from '#ui/Select';

const Box = chakra('span', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '3px',
    height: '28px',
    // The line has the same height without it.
    my: '-6px',
    px: '6px',
    ms: '-6px',
    borderRadius: 'control',
    color: 'fg',
    whiteSpace: 'nowrap',
    '&:has(select:hover)': { bg: 'bg.emphasized' },
    '&:has(:focus-visible)': { outline: '2px solid var(--o-colors-focus)', outlineOffset: '0' },
  },
  variants: {
    isInverse: {
      true: {
        my: 0,
        color: 'inherit',
        '&:has(select:hover)': { bg: 'transparent' },
        '&:has(:focus-visible)': { outline: '2px solid currentColor', outlineOffset: '0' },
      },
    },
  },
});
/** Invisible over the short name, because a select is as wide as its longest option. */
const Choice = chakra('select', { base: { position: 'absolute', inset: 0, width: '100%', opacity: 0, cursor: 'pointer' } });

interface Props {
  readonly label: string;
  /** The short name of the choice. */
  readonly name: string;
  /** The meaning of the choice, in one sentence. */
  readonly help: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Whether it is shown in the banner. */
  readonly isInverse?: boolean;
}

/** Renders a choice as a word in a line of text; it is selectable only if there are other options. */
export function QuietChoice({ label, name, help, options, value, onValue, isInverse = false }: Props) {
  if (options.length < 2) return <Box title={help}>{name}</Box>;
  return (
    <Box title={help} isInverse={isInverse}>
      <span aria-hidden="true">{name}</span>
      <ChevronDown aria-hidden="true" size={12} />
      <Choice aria-label={label} value={value} onChange={({ target }) => onValue(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Choice>
    </Box>
  );
}
