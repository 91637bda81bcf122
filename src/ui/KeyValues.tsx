import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const List = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    '& dt, & dd': { py: '6px', minWidth: 0, minHeight: '32px', borderBottom: '1px solid', borderColor: 'border.muted' },
    '& dt': { color: 'fg.muted', pe: '24px' },
    '& dd': { textAlign: 'end', overflowWrap: 'anywhere' },
    '& > :last-of-type': { borderBottom: 0 },
  },
});

interface Props {
  /** `shows` names the value, as in a `Column`. */
  readonly rows: readonly (readonly [label: string, value: ReactNode, shows?: string])[];
}

/** Renders label and value pairs; a missing value is '-'. */
export function KeyValues({ rows }: Props) {
  return (
    <List>
      {rows.map(([label, value, shows]) => [
        <dt key={`${label} name`}>{label}</dt>,
        <dd key={label} translate="no" data-shows={shows} data-head={shows && label}>
          {value == null || value === '' ? '-' : value}
        </dd>,
      ])}
    </List>
  );
}
