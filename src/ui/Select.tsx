import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { fieldSurface } from './fieldSurface.ts';

const Box = chakra('span', {
  base: {
    ...fieldSurface,
    position: 'relative',
    display: 'inline-flex',
    width: '100%',
    '--inset': '10px',
  },
  variants: {
    size: {
      md: { height: { base: '44px', lg: '32px' } },
      sm: { height: { base: '44px', lg: '28px' }, fontSize: '13px' },
      // Height and inset match those of an adjacent text field.
      lg: { height: { base: '44px', lg: '36px' }, '--inset': '14px' },
    },
  },
  defaultVariants: { size: 'md' },
});
const Control = chakra('select', {
  base: {
    width: '100%',
    height: '100%',
    ps: 'var(--inset)',
    pe: 'calc(var(--inset) + 18px)',
    bg: 'transparent',
    appearance: 'none',
    outline: 'none',
    cursor: 'pointer',
    textOverflow: 'ellipsis',
    // The browser draws a disabled select fainter by default, in addition to the colour of a disabled field.
    _disabled: { opacity: 1, cursor: 'not-allowed' },
  },
});
const Choice = chakra('option', { base: { bg: 'bg.raised', color: 'fg' } });
const Arrow = chakra(ChevronDown, {
  base: {
    position: 'absolute',
    insetEnd: 'calc(var(--inset) - 2px)',
    top: 'calc(50% - 7px)',
    width: '14px',
    height: '14px',
    pointerEvents: 'none',
    color: 'fg.subtle',
  },
});

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface Props {
  /** The label for screen readers; omit it if a `Field` labels the select through `id`. */
  readonly label?: string | undefined;
  readonly id?: string | undefined;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
  readonly disabled?: boolean | undefined;
  readonly invalid?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly onBlur?: (() => void) | undefined;
  /** The id of the element with the problem or hint. */
  readonly describedBy?: string | undefined;
}

/** Renders the browser's native select, which works with every keyboard, screen reader and touch device. */
export function Select({ label, id, options, value, onValue, size, disabled, invalid, autoFocus, onBlur, describedBy }: Props) {
  return (
    <Box size={size} data-invalid={invalid || undefined} data-disabled={disabled || undefined}>
      <Control
        id={id}
        aria-label={label}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onBlur={onBlur}
        disabled={disabled}
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      >
        {options.map((option) => (
          <Choice key={option.value} htmlTranslate="no" value={option.value}>
            {option.label}
          </Choice>
        ))}
      </Control>
      <Arrow aria-hidden="true" />
    </Box>
  );
}
