/** Playback from mark to mark: the spans around the marks, and the instant that their playback has reached. Instants in ms since epoch. */

import type { TimeSpan } from '../text/timeUnits.ts';

/** Times, in ms, that are played before and after a mark to show its cause and its consequences. */
const BEFORE_MS = 10_000;
const AFTER_MS = 20_000;

/** A marked instant, and the end of the mark if it has a duration. */
interface Marked {
  readonly at: number;
  readonly to?: number;
}

/** Returns the spans around starts and ends of marks, oldest first; touching spans are merged. */
export function markedSpans(marks: readonly Marked[]): readonly TimeSpan[] {
  const instants = marks.flatMap(({ at, to }) => (to === undefined ? [at] : [at, to])).toSorted((a, b) => a - b);
  return instants.reduce<readonly TimeSpan[]>((spans, at) => {
    const span = { from: at - BEFORE_MS, to: at + AFTER_MS };
    const last = spans.at(-1);
    return last !== undefined && last.to >= span.from ? [...spans.slice(0, -1), { from: last.from, to: span.to }] : [...spans, span];
  }, []);
}

/** The position of the playback: `jumps` counts the skipped quiet times; `isOver` is true if no span is left. */
export interface Reached {
  readonly at: number;
  readonly jumps: number;
  readonly isOver: boolean;
}

const mirrored = ({ from, to }: TimeSpan): TimeSpan => ({ from: -to, to: -from });

/** Returns the position of a playback of spans after `byMs` ms of played time, starting at an instant; a negative `byMs` plays backward. */
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
