import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const Plate = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '2',
    px: '4',
    py: '7',
    bg: 'bg.subtle',
    borderRadius: 'sheet',
    color: 'fg.muted',
    textAlign: 'center',
  },
  variants: { inTable: { true: { mx: '12px', mt: '3' } } },
});

const LANES = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const MISSING = 4;

interface Props {
  readonly text: string;
  /** Shown below the text: the reason, and links or buttons. */
  readonly children?: ReactNode;
  /** Whether the empty state is below the head row of a table, with a margin. */
  readonly inTable?: boolean | undefined;
}

/** Renders an empty state: a picture and a text. */
export function EmptyState({ text, children, inTable }: Props) {
  return (
    <Plate role="status" inTable={inTable}>
      <EmptyLanes />
      <strong>{text}</strong>
      {children}
    </Plate>
  );
}

/** Renders nine lanes, one of them missing. */
function EmptyLanes() {
  return (
    <svg width="70" height="28" viewBox="0 0 70 28" fill="none" stroke="currentColor" strokeWidth="1.25" aria-hidden="true">
      {LANES.map((lane) => (
        <rect
          key={lane}
          x={1 + lane * 7.75}
          y="1"
          width="5"
          height="26"
          rx="2.5"
          opacity={0.75}
          strokeDasharray={lane === MISSING ? '1 3' : undefined}
        />
      ))}
    </svg>
  );
}
