/** Play from mark to mark: the spans around the marks, and the instant that playing them has reached. Instants in ms since epoch. */

import type { TimeSpan } from '../text/timeUnits.ts';

/** How much is played before a mark, and from it on: what led to it, and what followed. */
const BEFORE_MS = 10_000;
const AFTER_MS = 20_000;

/** An instant that is marked, and the end of what the mark stands for, if it lasts. */
interface Marked {
  readonly at: number;
  readonly to?: number;
}

/** Returns the spans around begins and ends of marks, oldest first; those that touch are one. */
export function markedSpans(marks: readonly Marked[]): readonly TimeSpan[] {
  const instants = marks.flatMap(({ at, to }) => (to === undefined ? [at] : [at, to])).toSorted((a, b) => a - b);
  return instants.reduce<readonly TimeSpan[]>((spans, at) => {
    const span = { from: at - BEFORE_MS, to: at + AFTER_MS };
    const last = spans.at(-1);
    return last !== undefined && last.to >= span.from ? [...spans.slice(0, -1), { from: last.from, to: span.to }] : [...spans, span];
  }, []);
}

/** Where playing has come to: `jumps` counts the quiet times that it left out; it is over where no span is left. */
export interface Reached {
  readonly at: number;
  readonly jumps: number;
  readonly isOver: boolean;
}

const mirrored = ({ from, to }: TimeSpan): TimeSpan => ({ from: -to, to: -from });

/** Returns where playing spans from an instant on has come to after a time in them, in ms; a negative one plays back. */
export function reachedIn(spans: readonly TimeSpan[], from: number, byMs: number): Reached {
  if (byMs < 0) {
    const back = reachedIn(spans.toReversed().map(mirrored), -from, -byMs);
    return { ...back, at: -back.at };
  }
  let [at, left, jumps] = [from, byMs, 0];
  for (const span of spans) {
    if (span.to <= at) continue;
    if (span.from > at) {
      at = span.from;
      jumps += 1;
    }
    if (left < span.to - at) return { at: at + left, jumps, isOver: false };
    left -= span.to - at;
    at = span.to;
  }
  return { at, jumps, isOver: true };
}
