/** Aggregates numbers of a span in equal steps: the minimum, the maximum and the mean of each step. */

import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { Measured } from '../rollups/rollup.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';

/** Possible lengths of a step, in ms: round values, so that steps begin at round times. */
const LENGTHS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1_000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24, 48, 96, 192].map((hours) => hours * HOUR_MS),
];

/** Returns the shortest length of a step, in ms, with which at most `points` steps cover a span; never below `leastMs`. */
export const stepLength = ({ from, to }: TimeSpan, points: number, leastMs: number): number =>
  LENGTHS.find((ms) => ms >= leastMs && ms * points >= to - from) ?? Math.ceil((to - from) / points);

/** The sums of one number, by step. */
export interface StepSums {
  readonly add: (at: number, value: unknown) => void;
  readonly addMeasured: (at: number, measured: Measured | null) => void;
  readonly has: () => boolean;
  /** Returns the steps of the span in order of time; `measured` is null for a step without a value. */
  readonly steps: () => readonly { readonly at: number; readonly measured: Measured | null }[];
}

/** Creates the sums of a span in steps that begin at multiples of `stepMs`; values outside the span are ignored. */
export function stepSums({ from, to }: TimeSpan, stepMs: number): StepSums {
  const [first, end] = [Math.floor(from / stepMs), Math.ceil(to / stepMs)];
  const sums = new Map<number, { least: number; most: number; sum: number; count: number }>();
  const addMeasured = (at: number, measured: Measured | null) => {
    const step = Math.floor(at / stepMs);
    if (measured === null || measured.count === 0 || step < first || step >= end) return;
    const { least, most, mean, count } = measured;
    const known = sums.get(step);
    if (known === undefined) sums.set(step, { least, most, sum: mean * count, count });
    else {
      known.least = Math.min(known.least, least);
      known.most = Math.max(known.most, most);
      known.sum += mean * count;
      known.count += count;
    }
  };
  return {
    add: (at, value) => {
      if (typeof value === 'number' && Number.isFinite(value)) addMeasured(at, { least: value, most: value, mean: value, count: 1 });
    },
    addMeasured,
    has: () => sums.size > 0,
    steps: () =>
      Array.from({ length: end - first }, (_, index) => {
        const known = sums.get(first + index);
        const measured =
          known === undefined ? null : { least: known.least, most: known.most, mean: known.sum / known.count, count: known.count };
        return { at: (first + index) * stepMs, measured };
      }),
  };
}
