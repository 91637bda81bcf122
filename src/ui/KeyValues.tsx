import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const List = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
  },
});
const line = {
  py: '6px',
  minWidth: 0,
  minHeight: '32px',
  borderBottom: '1px solid',
  borderColor: 'border.muted',
  _last: { borderBottom: 0 },
} as const;
const Label = chakra('dt', { base: { ...line, color: 'fg.muted', pe: '24px' } });
const Value = chakra('dd', { base: { ...line, textAlign: 'end', overflowWrap: 'anywhere' } });

interface Props {
  /** `shows` is the name of the value, as in `Column`. */
  readonly rows: readonly (readonly [label: string, value: ReactNode, shows?: string])[];
}

/** Renders label and value pairs; a missing value is '-'. */
export function KeyValues({ rows }: Props) {
  return (
    <List>
      {rows.map(([label, value, shows]) => [
        <Label key={`${label} name`}>{label}</Label>,
        <Value key={label} htmlTranslate="no" data-shows={shows} data-head={shows && label}>
          {value == null || value === '' ? '-' : value}
        </Value>,
      ])}
    </List>
  );
}
