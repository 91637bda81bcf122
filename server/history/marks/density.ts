/** The density of a span (the number of devices that reported in each step), and the blocks that a console can request, by their number of reports. */

import { MINUTE_MS } from '#domain/text/timeUnits';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';

/** Length of a bin of the density, in ms. */
export const DENSITY_MS = 5 * MINUTE_MS;

/** Possible lengths of a block, in ms, each a divisor of an hour. */
const BLOCK_LENGTHS = [5 * MINUTE_MS, MINUTE_MS, 30_000, 10_000, 5_000];
/** Target number of reports in a block: a console reads them all at once, and a device may report twice as often as assumed. */
const BLOCK_REPORTS = 10_000;

/** The number of blocks that are listed in one turn of the event loop. */
const STEPS_AT_ONCE = 1_000;

/**
 * Returns the length of a block, in ms, for a number of devices that report once a second: the longest possible length with at most `BLOCK_REPORTS` reports.
 */
export const blockLength = (devices: number): number =>
  BLOCK_LENGTHS.find((ms) => (devices * ms) / 1_000 <= BLOCK_REPORTS) ?? BLOCK_LENGTHS.at(-1) ?? MINUTE_MS;

/** Returns the number of devices that reported in each step of a span, by start of the step; steps without any are missing. */
export async function densityOf(
  { from, to }: TimeSpan,
  devices: ReadonlyMap<string, readonly TimeSpan[]>,
  stepMs = DENSITY_MS,
): Promise<readonly (readonly [number, number])[]> {
  const first = Math.floor(from / stepMs);
  const counts = new Uint32Array(Math.floor((to - 1) / stepMs) - first + 1);
  await mapInTurns([...devices.values()], (spans) => {
    // A device with two spans in one step is counted once in it.
    let counted = first - 1;
    for (const span of spans) {
      const last = Math.floor(Math.min(span.to, to - 1) / stepMs);
      for (let step = Math.max(counted + 1, Math.floor(Math.max(span.from, from) / stepMs)); step <= last; step += 1) {
        counts[step - first] = (counts[step - first] ?? 0) + 1;
        counted = step;
      }
    }
  });
  return [...counts].flatMap((count, index) => (count === 0 ? [] : [[(first + index) * stepMs, count] as const]));
}

/** Returns the blocks of a span that hold a report, oldest first; they lie on a grid, so all users request the same blocks. `spans` are sorted by start. */
export async function blocksOf({ from, to }: TimeSpan, spans: readonly TimeSpan[], lengthMs: number): Promise<readonly TimeSpan[]> {
  const joined: { readonly from: number; to: number }[] = [];
  await mapInTurns(spans, (span) => {
    const [first, last] = [Math.floor(Math.max(span.from, from) / lengthMs), Math.floor(Math.min(span.to, to - 1) / lengthMs)];
    const before = joined.at(-1);
    if (before !== undefined && first <= before.to + 1) before.to = Math.max(before.to, last);
    else if (last >= first) joined.push({ from: first, to: last });
  });
  // The blocks are listed in short turns, because a month has half a million short blocks.
  const parts = joined.flatMap((run) =>
    Array.from({ length: Math.ceil((run.to - run.from + 1) / STEPS_AT_ONCE) }, (_, part) => ({
      from: run.from + part * STEPS_AT_ONCE,
      to: Math.min(run.to, run.from + (part + 1) * STEPS_AT_ONCE - 1),
    })),
  );
  const blocks = await mapInTurns(parts, (part) =>
    Array.from({ length: part.to - part.from + 1 }, (_, index) => ({
      from: (part.from + index) * lengthMs,
      to: (part.from + index + 1) * lengthMs,
    })),
  );
  return blocks.flat();
}
