import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { EmptyLanes } from './EmptyLanes.tsx';

const Plate = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '2',
    py: '7',
    bg: 'bg.subtle',
    borderRadius: 'sheet',
    color: 'fg.muted',
    textAlign: 'center',
  },
  variants: { inTable: { true: { mx: '12px', mt: '3' } } },
});

interface Props {
  readonly text: string;
  /** Below the words: why there is nothing, and the way to something. */
  readonly children?: ReactNode;
  /** Stands below the heads of a table, clear of its edges. */
  readonly inTable?: boolean | undefined;
}

/** The look of a place that has nothing to show, and the words that say so. */
export function Nothing({ text, children, inTable }: Props) {
  return (
    <Plate role="status" inTable={inTable}>
      <EmptyLanes />
      <strong>{text}</strong>
      {children}
    </Plate>
  );
}
