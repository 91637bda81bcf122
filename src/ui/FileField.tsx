import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { FieldContainer } from './Field.tsx';
import { fieldSurface } from './fieldSurface.ts';
import { useIsSaving } from './SavingContext.ts';

const Input = chakra('input', {
  base: {
    ...fieldSurface,
    display: 'block',
    width: '100%',
    height: { base: '44px', lg: '36px' },
    pe: '10px',
    '&::file-selector-button': {
      height: '100%',
      me: '12px',
      px: '14px',
      border: 0,
      bg: 'bg.emphasized',
      // Continues the line below the field, which the button covers.
      boxShadow: 'inherit',
      color: 'fg',
      fontWeight: 500,
      cursor: 'pointer',
    },
  },
});

interface Props {
  readonly label: string;
  /** File extensions offered by the file dialog, e.g. `.zip`. */
  readonly accept: string;
  readonly onFile: (file: File | null) => void;
  readonly problem?: string | undefined;
  readonly hint?: ReactNode;
}

/** Renders a file input with its label, its problem and the chosen file. */
export function FileField({ label, accept, onFile, problem, hint }: Props) {
  const isSaving = useIsSaving();
  return (
    <FieldContainer label={label} problem={problem} hint={hint}>
      {({ control }) => (
        <Input {...control} type="file" accept={accept} disabled={isSaving} onChange={(event) => onFile(event.target.files?.[0] ?? null)} />
      )}
    </FieldContainer>
  );
}
