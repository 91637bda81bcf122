import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { SecretValue } from './SecretValue.tsx';

const Box = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) minmax(0, 1fr)', md: '180px minmax(0, 1fr) minmax(0, 1fr) 236px' },
    columnGap: '20px',
    rowGap: '8px',
    alignItems: 'center',
    py: '10px',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
  },
});
const Note = chakra('p', { base: { gridColumn: { base: '1 / -1', md: 'auto' }, color: 'fg.muted', textStyle: 'meta' } });
const End = chakra('div', { base: { gridColumn: { base: '1 / -1', md: 'auto' }, justifySelf: 'end' } });

interface Props {
  readonly label: string;
  /** The reason why the values are shown. */
  readonly note: string;
  readonly values: readonly { readonly label: string; readonly text: string | null | undefined }[];
  /** The event after which the values are no longer shown. */
  readonly children?: ReactNode;
}

/** Renders the values that were stored before the current ones, because a device may still use them. Source: KEPTHERE1, KEPTHERE3. */
export function FormerValues({ label, note, values, children }: Props) {
  return (
    <Box role="group" aria-label={label}>
      <Note>{note}</Note>
      {values.map((one) => (
        <SecretValue key={one.label} label={`Former ${one.label}`} text={one.text ?? null} what={`${label}: ${one.label}`} />
      ))}
      {children !== undefined && <End>{children}</End>}
    </Box>
  );
}
