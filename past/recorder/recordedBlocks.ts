/** A recording as the timeline reads it (interface), the blocks that overlap a span, and whether a recording shows an instant or has a gap there. */

import type { TimeSpan } from '#domain/text/timeUnits';
import type { BlockEntry, BlockReference } from './recorder.ts';
import type { NoteBook } from './noteBook.ts';
import { goesOn } from './pause.ts';
import type { EventBlock } from '#streams/recording/eventBlock';
import { createTimelineReader, type TimelineReader } from '#streams/recording/timeline';

/** Returns the blocks of a list that overlap a span, including both ends. */
export const overlapping = (blocks: readonly BlockEntry[], { from, to }: TimeSpan): readonly BlockEntry[] =>
  blocks.filter(({ firstAt, lastAt }) => firstAt <= to && lastAt >= from);

/**
 * Returns the gap of a recording that contains an instant: between two visits of the console, or while its computer slept. The gap lies between the last event
 * before it and the first event after it, both exclusive. Null for any other instant. Source: NIGHT26.
 */
export function gapAt(blocks: readonly Pick<BlockEntry, 'firstAt' | 'lastAt' | 'log'>[], at: number): TimeSpan | null {
  const index = blocks.findLastIndex(({ firstAt }) => firstAt <= at);
  const [before, after] = [blocks[index], blocks[index + 1]];
  if (before === undefined || after === undefined || goesOn(before, after) || at <= before.lastAt) return null;
  return { from: before.lastAt, to: after.firstAt };
}

/**
 * Returns whether this console's recording shows an instant: not before its start, nor in a gap. After its end, its last moment is shown.
 */
export const holdsInstant = (own: readonly Pick<BlockEntry, 'firstAt' | 'lastAt' | 'log'>[], at: number): boolean =>
  (own[0]?.firstAt ?? Infinity) <= at && gapAt(own, at) === null;

/** The interface of a recording as the timeline reads it, from the flight recorder or a file: its list of blocks, one block, its start, and its notes. */
export interface RecordedBlocks {
  /**
   * Returns all blocks, oldest first; with an instant, also those of the server's history around it, if there is one; with `by`, also the nearest block of the
   * history to which a step later (1) or earlier (-1) from the instant leads.
   */
  readonly blocks: (near?: number, by?: 1 | -1) => Promise<readonly BlockEntry[]>;
  /**
   * Returns the blocks that hold a span of the server's time; present if the list of all blocks is not sufficient, because two recordings may hold
   * the span. `offsetMs` is the time by which the server's clock is ahead of the console's. Rejects when a list cannot be read.
   */
  readonly blocksOfSpan?: (span: TimeSpan, offsetMs?: number) => Promise<readonly BlockEntry[]>;
  /** Whether blocks of the server's history precede the recording and fill its gaps: a list is then valid only near the instant for which it was requested. */
  readonly hasHistory?: boolean;
  /** Returns whether the list of an instant lacks the server's history, because it could not be read when the list was last requested. */
  readonly lacksHistory?: (near: number) => boolean;
  /** Returns a block; null if it is no longer stored. Rejects with `DamagedRecording` if it cannot be read. */
  readonly block: (reference: BlockReference) => Promise<EventBlock | null>;
  /** Returns the oldest recorded instant, ms since epoch; null while nothing is recorded. Absent for a recording that does not change. */
  readonly since?: () => number | null;
  /** The notes of the recording; the notes of a file cannot be changed. */
  readonly notes?: Pick<NoteBook, 'notes$'> & Partial<NoteBook>;
}

/** Converts a span of the server's time to the console's clock, which is `offsetMs` behind. */
export const byOwnClock = ({ from, to }: TimeSpan, offsetMs: number): TimeSpan => ({ from: from - offsetMs, to: to - offsetMs });

/** Returns the blocks of a recording that hold a span of the server's time, oldest first. Rejects when a list cannot be read. */
export const blocksOfSpan = async (recorded: RecordedBlocks, span: TimeSpan, offsetMs = 0): Promise<readonly BlockEntry[]> =>
  recorded.blocksOfSpan?.(span, offsetMs) ?? overlapping(await recorded.blocks(), byOwnClock(span, offsetMs));

/** Creates a reader of the marks of a recording whose blocks are read on the page. */
export const readerOf = ({ blocks, block }: RecordedBlocks): TimelineReader =>
  createTimelineReader({
    blocks,
    parts: async (entry) => {
      const events = await block(entry);
      return events === null ? [] : [{ first: 0, events }];
    },
  });
