/** A search field with its label for screen readers. */

import { chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { fieldSurface } from './fieldSurface.ts';
import { isEnter } from './keyTargets.ts';

const Box = chakra('label', {
  base: {
    ...fieldSurface,
    display: 'flex',
    alignItems: 'center',
  },
  variants: {
    size: {
      md: { height: { base: '44px', lg: '32px' }, px: '10px', gap: '8px' },
      sm: { height: { base: '44px', lg: '28px' }, px: '8px', gap: '6px', fontSize: '13px' },
    },
    isBare: { true: { height: 'full', bg: 'transparent', boxShadow: 'none', borderTopRadius: '0', borderBottomRadius: '0' } },
  },
  defaultVariants: { size: 'md' },
});
const Input = chakra('input', {
  base: {
    flex: 1,
    minWidth: 0,
    width: '100%',
    height: '100%',
    bg: 'transparent',
    outline: 'none',
    textOverflow: 'ellipsis',
    '&::-webkit-search-cancel-button': { display: 'none' },
  },
});
const Glass = chakra(Search, { base: { color: 'fg.subtle', width: '14px', height: '14px' } });

interface Props {
  /** The label for screen readers; the placeholder is visible. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Called on Enter and on blur. */
  readonly onDone?: (() => void) | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  /** Whether a surrounding group has the look of the field. */
  readonly isBare?: boolean;
}

export function SearchField({ label, placeholder, value, onValue, onDone, size, isBare }: Props) {
  return (
    <Box size={size} isBare={isBare}>
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onBlur={onDone}
        onKeyDown={(event) => {
          if (isEnter(event)) onDone?.();
        }}
      />
      <Glass aria-hidden="true" />
    </Box>
  );
}
