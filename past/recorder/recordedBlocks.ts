import type { TimeSpan } from '#domain/text/timeUnits';
import type { BlockEntry, BlockReference } from './recorder.ts';
import type { NoteBook } from './noteBook.ts';
import type { EventBlock } from '#streams/recording/eventBlock';
import { createTimelineReader, type TimelineReader } from '#streams/recording/timeline';

/** Returns the blocks of a list that overlap a span, both ends of it included. */
export const overlapping = (blocks: readonly BlockEntry[], { from, to }: TimeSpan): readonly BlockEntry[] =>
  blocks.filter(({ firstAt, lastAt }) => firstAt <= to && lastAt >= from);

/**
 * Returns the time between two visits of the console that contains an instant: after the last event of one log, before the first of another one, both exclusive.
 * Null for every other instant.
 */
export function gapAt(blocks: readonly Pick<BlockEntry, 'firstAt' | 'lastAt' | 'log'>[], at: number): TimeSpan | null {
  const index = blocks.findLastIndex(({ firstAt }) => firstAt <= at);
  const [before, after] = [blocks[index], blocks[index + 1]];
  if (before === undefined || after === undefined || before.log === after.log || at <= before.lastAt) return null;
  return { from: before.lastAt, to: after.firstAt };
}

/** Returns whether an own recording shows an instant: not before its begin, nor between two visits of the console. After its end, its last moment is shown. */
export const holdsInstant = (own: readonly Pick<BlockEntry, 'firstAt' | 'lastAt' | 'log'>[], at: number): boolean =>
  (own[0]?.firstAt ?? Infinity) <= at && gapAt(own, at) === null;

/**
 * The interface of a recording as the timeline reads it, from the flight recorder or a file: its blocks, one block, its notes, its marks.
 */
export interface RecordedBlocks {
  /** All blocks, oldest first; with an instant, also those of the server's history around it, if there is one. */
  readonly blocks: (near?: number) => Promise<readonly BlockEntry[]>;
  /**
   * Returns the blocks that hold a span of the server's time, where the list of all blocks does not tell: of two recordings that both may hold it. `offsetMs` is how
   * far the server's clock is ahead of the console's. Rejects when it cannot be known.
   */
  readonly blocksOfSpan?: (span: TimeSpan, offsetMs?: number) => Promise<readonly BlockEntry[]>;
  /** Whether blocks of the server's history precede the recording and fill its gaps: a list is then valid only near the instant for which it was requested. */
  readonly hasHistory?: boolean;
  /** Returns whether the list of an instant lacks the server's history, which could not be read when the list was last requested for it. */
  readonly lacksHistory?: (near: number) => boolean;
  /** Returns null for a block that is no longer stored. Rejects with `DamagedRecording` for one that cannot be read. */
  readonly block: (reference: BlockReference) => Promise<EventBlock | null>;
  /** The oldest recorded instant now, ms since epoch; null while nothing is recorded. Absent for a recording that does not change. */
  readonly since?: () => number | null;
  /** The notes of the recording; those of a file cannot be changed. */
  readonly notes?: Pick<NoteBook, 'notes$'> & Partial<NoteBook>;
}

/** Returns a span of the server's time by the console's clock, which is `offsetMs` behind. */
export const byOwnClock = ({ from, to }: TimeSpan, offsetMs: number): TimeSpan => ({ from: from - offsetMs, to: to - offsetMs });

/** Returns the blocks of a recording that hold a span of the server's time, oldest first. Rejects when it cannot be known. */
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
