import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useIsSaving } from './SavingContext.ts';

const Label = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: { base: '44px', lg: '32px' },
    fontSize: '13px',
    cursor: 'pointer',
    whiteSpace: 'nowrap',
    '&:has(:disabled)': { color: 'fg.subtle', cursor: 'not-allowed' },
  },
});
const Track = chakra('input', {
  base: {
    appearance: 'none',
    position: 'relative',
    flex: 'none',
    width: '32px',
    height: '18px',
    borderRadius: '9px',
    bg: 'border.control',
    cursor: 'pointer',
    transition: 'background-color 120ms ease-out',
    _after: {
      content: '""',
      position: 'absolute',
      top: '2px',
      insetInlineStart: '2px',
      width: '14px',
      height: '14px',
      borderRadius: '50%',
      bg: 'bg.panel',
    },
    '&:checked': { bg: 'accent.solid' },
    '&:checked::after': { insetInlineStart: '16px' },
    '&:disabled': { opacity: 0.5, cursor: 'not-allowed' },
  },
});

interface Props {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly disabled?: boolean | undefined;
  readonly children: ReactNode;
}

/** Renders a switch that takes effect immediately. */
export function Switch({ isOn, onSwitch, disabled = false, children }: Props) {
  const isSaving = useIsSaving();
  return (
    <Label>
      <Track
        type="checkbox"
        role="switch"
        checked={isOn}
        disabled={disabled || isSaving}
        onChange={(event) => onSwitch(event.target.checked)}
      />
      {children}
    </Label>
  );
}
