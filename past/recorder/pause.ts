/** Checks whether a recording continues without a pause: a page does not run while its computer sleeps, and records nothing during that time. */

import { MINUTE_MS } from '#domain/text/timeUnits';
import type { FleetEvent } from '#streams/event';
import { isOfHistory } from './historyLog.ts';

/** The log of a block, and the instants of its first and its last event, in ms since epoch. */
interface BlockSpan {
  readonly log: string;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Maximum time between two events of a log without a pause, in ms: a running page has a tick every second, or every minute while it is hidden. */
const PAUSE_MS = 3 * MINUTE_MS;

/** Returns whether the page did not run between two events of a log, whose instants are in ms since epoch. Source: RECORDER20. */
export const isPause = (lastAt: number, nextAt: number): boolean => nextAt - lastAt > PAUSE_MS;

/** Returns whether a block continues the log of the previous block without a pause. A block of the server's history ends with its span, not with an event. */
export const goesOn = (before: Pick<BlockSpan, 'log' | 'lastAt'>, after: Pick<BlockSpan, 'log' | 'firstAt'>): boolean =>
  before.log === after.log && (isOfHistory(before) || !isPause(before.lastAt, after.firstAt));

/** Returns whether blocks, oldest first, are one log without a pause. */
export const isUnbroken = (blocks: readonly BlockSpan[]): boolean =>
  blocks.every((block, index) => {
    const before = blocks[index - 1];
    return before === undefined || goesOn(before, block);
  });

/** Splits events of a log at its pauses: events from before a sleep may arrive together with those after it. */
export function splitAtPauses(events: readonly FleetEvent[]): readonly (readonly FleetEvent[])[] {
  const runs: FleetEvent[][] = [];
  let lastAt = -Infinity;
  for (const event of events) {
    const run = runs.at(-1);
    if (run === undefined || isPause(lastAt, event.at)) runs.push([event]);
    else run.push(event);
    lastAt = event.at;
  }
  return runs;
}
