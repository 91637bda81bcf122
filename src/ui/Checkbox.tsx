/** A checkbox with its label, optionally with a colour swatch (the legend of a map layer). */

import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useIsSaving } from './SavingContext.ts';

const Label = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: { base: '44px', lg: '28px' },
    cursor: 'pointer',
    whiteSpace: 'nowrap',
    '&:has(:disabled)': { color: 'fg.subtle', cursor: 'not-allowed' },
  },
  variants: {
    wraps: { true: { whiteSpace: 'normal' } },
    // A checkbox without a visible label needs its own touch target.
    isAlone: { true: { minWidth: { base: '44px', lg: '0' }, justifyContent: { base: 'flex-end', md: 'flex-start' } } },
  },
});
const Box = chakra('input', {
  base: {
    appearance: 'none',
    width: '16px',
    height: '16px',
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    borderRadius: 'check',
    boxShadow: 'inset 0 0 0 1.5px var(--o-colors-border-control)',
    cursor: 'pointer',
    '&:checked': { bg: 'accent.solid', boxShadow: 'none' },
    '&:checked::after': {
      content: '""',
      width: '9px',
      height: '5px',
      mt: '-2px',
      border: '2px solid var(--o-colors-accent-contrast)',
      borderTop: 0,
      borderInlineEnd: 0,
      transform: 'rotate(-45deg)',
    },
    '&:disabled': { bg: 'bg.muted', boxShadow: 'inset 0 0 0 1.5px var(--o-colors-border)', cursor: 'not-allowed' },
    '&:checked:disabled': { bg: 'fg.subtle', boxShadow: 'none' },
  },
});
// The border makes a colour visible even if it is close to that of the page.
const Swatch = chakra('span', {
  base: { width: '12px', height: '12px', borderRadius: '2px', boxShadow: 'inset 0 0 0 1.5px var(--o-colors-border-control)' },
});

interface Props {
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
  readonly children: ReactNode;
  /** A colour next to the label: the legend of a map layer. */
  readonly swatch?: string | undefined;
  /** Whether a label that is a sentence wraps to several lines. */
  readonly wraps?: boolean;
  /** Whether the label is only for screen readers, as in a table whose column heading shows the same text. */
  readonly isLabelHidden?: boolean;
  readonly disabled?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
}

export function Checkbox({ checked, onChecked, children, swatch, wraps, isLabelHidden, disabled = false, autoFocus }: Props) {
  const isSaving = useIsSaving();
  return (
    <Label wraps={wraps} isAlone={isLabelHidden}>
      <Box
        type="checkbox"
        checked={checked}
        disabled={disabled || isSaving}
        autoFocus={autoFocus}
        onChange={(event) => onChecked(event.target.checked)}
      />
      {swatch !== undefined && <Swatch className="key" style={{ background: swatch }} />}
      {isLabelHidden ? <span className="sr">{children}</span> : children}
    </Label>
  );
}
