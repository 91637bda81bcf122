/**
 * Converts an instant of the server to an instant of the log and back: this console's recording uses the console's clock, the server's history the server's.
 */

import type { BlockEntry } from '../recorder/recorder.ts';
import { gapAt, holdsInstant } from '../recorder/recordedBlocks.ts';

/** This console's recording, and the time, in ms, by which the server's clock is ahead of the console's. */
interface OwnLog {
  readonly blocks: readonly Pick<BlockEntry, 'firstAt' | 'lastAt' | 'log'>[];
  readonly offsetMs: number;
  /** Whether the server's history is shown before this console's recording and between two visits of the console. */
  readonly hasHistory: boolean;
}

/** Offset of the clocks, in ms, below which it is only the delay of responses. */
const SAME_CLOCK_MS = 1_000;
/** Returns whether the clocks of console and server count as the same. */
export const isSameClock = (offsetMs: number): boolean => Math.abs(offsetMs) < SAME_CLOCK_MS;

/**
 * Returns the instant of the log that shows an instant of the server, both in ms since epoch. If this console's recording holds it, that is the
 * instant by the console's clock; otherwise the history holds it, and the nearest instant that this console's recording does not cover is returned.
 */
export function logInstant(serverAt: number, { blocks, offsetMs, hasHistory }: OwnLog): number {
  if (isSameClock(offsetMs)) return serverAt;
  const at = serverAt - offsetMs;
  const begin = blocks[0]?.firstAt;
  if (!hasHistory) return at;
  if (begin === undefined) return serverAt;
  if (at < begin) return Math.min(serverAt, begin - 1);
  const gap = gapAt(blocks, at);
  return gap === null ? at : Math.max(gap.from + 1, Math.min(serverAt, gap.to - 1));
}

/**
 * Returns the instant of the server at an instant of the log, both in ms since epoch, for people whose consoles have other clocks. `offsetMs` is the offset at
 * that moment. An instant that this console's recording does not hold is in the history, which already uses the server's clock. Source: LINK1.
 */
export function serverInstant(at: number, { blocks, offsetMs, hasHistory }: OwnLog): number {
  if (isSameClock(offsetMs) || (hasHistory && !holdsInstant(blocks, at))) return at;
  return at + offsetMs;
}
