/** The marks between two moments: from this console's recording where it shows an instant, elsewhere from the server's history. */

import { DAY_MS, type TimeSpan } from '#domain/text/timeUnits';
import type { RecordedMark } from '#streams/recording/timeline';
import { holdsInstant, overlapping } from '../recorder/recordedBlocks.ts';
import type { BlockEntry } from '../recorder/recorder.ts';
import { isUnbroken } from '../recorder/pause.ts';
import type { HistoryDay } from './historyDays.ts';
import { markKey } from './overviews.ts';

/** Marks of the history in a span, which may be longer than the requested one; `marks` is null if they are unknown. */
interface HeldMarks extends TimeSpan {
  readonly marks: readonly RecordedMark[] | null;
}

/** Maximum span whose days are read for its marks, in ms. The marks of longer spans are unknown, because an overview groups them. */
const LONGEST_COUNTED_MS = 8 * DAY_MS;

/** Returns whether this console's recording shows each instant of a span. */
export function isOwnSpan(own: readonly BlockEntry[], { from, to }: TimeSpan): boolean {
  return holdsInstant(own, from) && holdsInstant(own, to) && isUnbroken(overlapping(own, { from, to }));
}

/**
 * Reads the marks of the days in which a span lies; `marks` is null if the span is too long or a day has too many marks, and empty for a server without a
 * history. Rejects when a day cannot be read.
 */
export async function daysMarks(dayAt: (at: number) => Promise<HistoryDay | null>, span: TimeSpan): Promise<HeldMarks> {
  if (span.to - span.from > LONGEST_COUNTED_MS) return { ...span, marks: null };
  const days: HistoryDay[] = [];
  for (let at = span.from; at <= span.to;) {
    const day = await dayAt(at);
    if (day === null) return { ...span, marks: [] };
    days.push(day);
    at = day.to;
  }
  const held = { from: days[0]?.from ?? span.from, to: days.at(-1)?.to ?? span.to };
  if (days.some(({ hasOlder }) => hasOlder === true)) return { ...held, marks: null };
  // A mark that spans midnight belongs to both days.
  return { ...held, marks: [...new Map(days.flatMap(({ marks }) => marks).map((mark) => [markKey(mark), mark])).values()] };
}

/** The kinds of marks that this console's recording also has: it does not mark incidents and treatments. */
const COUNTED: ReadonlySet<string> = new Set(['error', 'command', 'control']);

/** Returns the marks of both recordings, each only where its moments are shown. */
export const joinedMarks = (
  own: readonly BlockEntry[],
  ownMarks: readonly RecordedMark[],
  historyMarks: readonly RecordedMark[],
): readonly RecordedMark[] => [
  ...ownMarks.filter(({ at }) => holdsInstant(own, at)),
  ...historyMarks.filter(({ at, kind, cause = kind }) => COUNTED.has(cause) && !holdsInstant(own, at)),
];
