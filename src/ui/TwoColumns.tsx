import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 468px' },
    columnGap: '36px',
    rowGap: '24px',
    alignItems: 'start',
    '& > div': { display: 'flex', flexDirection: 'column', gap: '24px', minWidth: 0 },
  },
});

interface Props {
  /** Live content. */
  readonly wide: ReactNode;
  /** Reference data. */
  readonly side: ReactNode;
}

/** Renders a wide column and one of 468 px beside it, stacked on narrow screens. */
export function TwoColumns({ wide, side }: Props) {
  return (
    <Columns>
      <div>{wide}</div>
      <div>{side}</div>
    </Columns>
  );
}
