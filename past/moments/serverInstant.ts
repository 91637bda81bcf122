/** An instant of the server as an instant of the log: the own recording counts by the console's clock, the server's history by its own. */

import type { BlockEntry } from '../recorder/recorder.ts';
import { gapAt } from '../recorder/recordedBlocks.ts';

/** The own recording of a console, and how far the server's clock is ahead of the console's, in ms. */
interface OwnLog {
  readonly blocks: readonly Pick<BlockEntry, 'firstAt' | 'lastAt' | 'log'>[];
  readonly offsetMs: number;
  /** Whether the server's history is shown before the own recording and between two visits of the console. */
  readonly hasHistory: boolean;
}

/** A smaller offset is the time that answers take, in ms. */
const SAME_CLOCK_MS = 1_000;

/**
 * Returns the instant of the log that shows an instant of the server, both in ms since epoch. Where the own recording holds it, that is the instant by the console's
 * clock; elsewhere the history holds it, whose nearest instant is returned where the own recording has the same times.
 */
export function logInstant(serverAt: number, { blocks, offsetMs, hasHistory }: OwnLog): number {
  if (Math.abs(offsetMs) < SAME_CLOCK_MS) return serverAt;
  const at = serverAt - offsetMs;
  const begin = blocks[0]?.firstAt;
  if (!hasHistory) return at;
  if (begin === undefined) return serverAt;
  if (at < begin) return Math.min(serverAt, begin - 1);
  const gap = gapAt(blocks, at);
  return gap === null ? at : Math.max(gap.from + 1, Math.min(serverAt, gap.to - 1));
}
