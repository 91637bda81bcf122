import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

// The columns are stacked according to their own width, not the window's, because an adjacent panel takes part of the window.
const Room = chakra('div', { base: { containerType: 'inline-size' } });
const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    '@container (min-width: 940px)': { gridTemplateColumns: 'minmax(0, 1fr) 468px' },
    columnGap: '36px',
    rowGap: '24px',
    alignItems: 'start',
  },
});
const Column = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '24px', minWidth: 0 } });

interface Props {
  /** The main content, in the wide column. */
  readonly wide: ReactNode;
  /** The reference data, in the side column. */
  readonly side: ReactNode;
}

/** Renders a wide column next to one of 468 px; the columns are stacked if less than 940 px is available. */
export function TwoColumns({ wide, side }: Props) {
  return (
    <Room>
      <Columns>
        <Column>{wide}</Column>
        <Column>{side}</Column>
      </Columns>
    </Room>
  );
}
