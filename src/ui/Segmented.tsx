import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { Option } from './Select.tsx';

const Row = chakra('div', {
  base: { display: 'inline-flex', gap: '2px', p: '2px', borderRadius: 'popup', bg: 'bg.muted' },
});
const Segment = chakra('label', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    display: 'flex',
    alignItems: 'center',
    px: { base: '12px', lg: '10px' },
    height: { base: '40px', lg: '28px' },
    borderRadius: 'control',
    color: 'fg.muted',
    textStyle: 'label',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    _hover: { color: 'fg' },
    // Extends the touch target to the edge of the row; the text is above this element.
    _before: { content: '""', position: 'absolute', inset: '-2px -1px', zIndex: -1 },
    '&:has(:checked)': { bg: 'bg.panel', color: 'fg', boxShadow: '0 0 0 1px var(--o-colors-border)' },
    '&:has(:focus-visible)': { outline: '2px solid var(--o-colors-focus)', outlineOffset: '2px' },
  },
  variants: { size: { md: {}, sm: { lg: { height: '24px', px: '8px' } } } },
});

interface Props {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly size?: 'sm' | 'md' | undefined;
}

/** Renders two to four short options as a row of radio buttons. */
export function Segmented({ label, options, value, onValue, size }: Props) {
  const name = useId();
  return (
    <Row role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <Segment key={option.value} size={size}>
          <input className="sr" type="radio" name={name} checked={option.value === value} onChange={() => onValue(option.value)} />
          {option.label}
        </Segment>
      ))}
    </Row>
  );
}
