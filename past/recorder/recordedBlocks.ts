import type { BlockEntry, BlockReference } from './recorder.ts';
import type { NoteBook } from './noteBook.ts';
import type { EventBlock } from '#streams/recording/eventBlock';
import { createTimelineReader, type TimelineReader } from '#streams/recording/timeline';

/**
 * The interface of a recording as the timeline reads it, from the flight recorder or a file: its blocks, one block, its notes, its marks.
 */
export interface RecordedBlocks {
  /** All blocks, oldest first; with an instant, also those of the server's history around it, if there is one. */
  readonly blocks: (near?: number) => Promise<readonly BlockEntry[]>;
  /** Whether blocks of the server's history precede the recording: a list is then valid only near the instant for which it was requested. */
  readonly hasHistory?: boolean;
  /** Returns null for a block that is no longer stored. Rejects with `DamagedRecording` for one that cannot be read. */
  readonly block: (reference: BlockReference) => Promise<EventBlock | null>;
  /** The oldest recorded instant now, ms since epoch; null while nothing is recorded. Absent for a recording that does not change. */
  readonly since?: () => number | null;
  /** The notes of the recording; those of a file cannot be changed. */
  readonly notes?: Pick<NoteBook, 'notes$'> & Partial<NoteBook>;
}

/** Creates a reader of the marks of a recording whose blocks are read on the page. */
export const readerOf = ({ blocks, block }: RecordedBlocks): TimelineReader =>
  createTimelineReader({
    blocks,
    parts: async (entry) => {
      const events = await block(entry);
      return events === null ? [] : [{ first: 0, events }];
    },
  });
