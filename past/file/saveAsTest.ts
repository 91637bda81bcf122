/** "Save as test": writes the events between mark A and the shown moment as a marble test of this repository, or returns the reason why that is impossible. */

import { reduceLog, type RootState } from '#state/store';
import { marbleTestOf } from './marbleTest.ts';
import type { FleetEvent } from '#streams/event';
import type { BlockEntry } from '../recorder/recorder.ts';
import { isOfHistory } from '../recorder/historyLog.ts';
import { blocksOfSpan, type RecordedBlocks } from '../recorder/recordedBlocks.ts';

/** A state of the console and its instant, in ms since epoch. */
export interface KnownMoment {
  readonly at: number;
  readonly state: RootState;
}

/** Maximum number of events of one test, so that the file stays readable. */
const MAX_EVENTS = 20_000;

/** Returns whether blocks form a single log from one instant to another, or to the end of the recording, whose newest block is given. */
function isWhole(entries: readonly BlockEntry[], from: number, to: number, newest: BlockEntry | undefined): boolean {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined || first.firstAt > from) return false;
  const isNewest = last.log === newest?.log && last.firstSeq === newest.firstSeq;
  if (last.lastAt < to && !isNewest) return false;
  return entries.every((entry, index) => {
    const before = entries[index - 1] ?? first;
    // Blocks of the history adjoin, unless one between them is not held.
    return entry.log === first.log && (!isOfHistory(entry) || entry.firstAt <= before.lastAt + 1);
  });
}

/** Returns the events after one instant, up to another; null if the log ends in between, or a part is not held. */
async function eventsBetween(recorded: RecordedBlocks, from: number, to: number): Promise<readonly FleetEvent[] | null> {
  const entries = await blocksOfSpan(recorded, { from, to });
  if (!isWhole(entries, from, to, (await recorded.blocks()).at(-1))) return null;
  const events: FleetEvent[] = [];
  for (const entry of entries) {
    const read = await recorded.block(entry);
    if (read === null) return null;
    for (let index = read.countUntil(from); index < read.countUntil(to) && events.length <= MAX_EVENTS; index += 1)
      events.push(read.eventAt(index));
  }
  return events;
}

/** The text of a test, or the reason why there is none, on one line. */
export type WrittenTest = { readonly text: string; readonly name: string } | { readonly problem: string };

/**
 * Writes the events between two moments as a test of this repository, which expects the changes of the state that they made in this console; otherwise returns
 * the problem.
 */
export async function writeTest(recorded: RecordedBlocks, moments: readonly [KnownMoment, KnownMoment]): Promise<WrittenTest> {
  const [first, second] = moments.toSorted((a, b) => a.at - b.at);
  if (first === undefined || second === undefined || first.at === second.at) return { problem: 'A and the shown moment are the same.' };
  const events = await eventsBetween(recorded, first.at, second.at);
  if (events === null) return { problem: 'Between A and the shown moment the console was closed, or a part is no longer held.' };
  if (events.length > MAX_EVENTS) return { problem: `More than ${String(MAX_EVENTS)} events: mark a shorter time.` };
  const at = new Date(second.at).toISOString();
  const expected = reduceLog(first.state, events);
  const text = marbleTestOf({ name: `shows at ${at} what it showed`, before: first.state, events, expected });
  return { text, name: `moment-${at.slice(0, 19).replaceAll(':', '')}.test.ts` };
}
