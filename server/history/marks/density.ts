/** How many devices reported in each step of a span, and which blocks can be requested. */

import { MINUTE_MS } from '#domain/text/timeUnits';
import type { TimeSpan } from '../reports/reportSpan.ts';
import type { StoredSpan } from './presenceSpans.ts';

/** The step of the density, in ms. */
export const DENSITY_MS = 5 * MINUTE_MS;

/** Possible lengths of a block, in ms, each a divisor of an hour. */
const BLOCK_LENGTHS = [5 * MINUTE_MS, MINUTE_MS, 30_000, 10_000, 5_000];
/** The number of reports that a block should hold: a console reads them at once. */
const BLOCK_REPORTS = 15_000;

/** Returns the length of a block for a number of devices that report once a second, in ms: the longest that does not hold too many reports. */
export const blockLength = (devices: number): number =>
  BLOCK_LENGTHS.find((ms) => (devices * ms) / 1_000 <= BLOCK_REPORTS) ?? BLOCK_LENGTHS.at(-1) ?? MINUTE_MS;

const stepsOf = ({ from, to }: TimeSpan, ms: number): readonly number[] => {
  const first = Math.floor(from / ms) * ms;
  return Array.from({ length: Math.max(0, Math.floor(to / ms) - Math.floor(from / ms) + 1) }, (_, index) => first + index * ms);
};

/** Returns the number of devices that reported in each step of a span, by the start of the step; steps without any are missing. */
export function densityOf({ from, to }: TimeSpan, spans: readonly StoredSpan[]): ReadonlyMap<number, number> {
  const serials = new Map<number, Set<string>>();
  for (const span of spans) {
    for (const step of stepsOf({ from: Math.max(span.from, from), to: Math.min(span.to, to - 1) }, DENSITY_MS)) {
      const known = serials.get(step) ?? new Set<string>();
      serials.set(step, known);
      for (const serial of span.serials) known.add(serial);
    }
  }
  return new Map([...serials].toSorted(([one], [other]) => one - other).map(([step, known]) => [step, known.size]));
}

/** Returns the blocks of a span that hold a report, oldest first; they lie on a grid, so that equal blocks are requested by everybody. */
export function blocksOf(span: TimeSpan, spans: readonly StoredSpan[], lengthMs: number): readonly TimeSpan[] {
  const starts = new Set(
    spans.flatMap(({ from, to }) => stepsOf({ from: Math.max(span.from, from), to: Math.min(to, span.to - 1) }, lengthMs)),
  );
  return [...starts].toSorted((one, other) => one - other).map((from) => ({ from, to: from + lengthMs }));
}
