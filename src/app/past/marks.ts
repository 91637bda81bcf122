import { createTimelineReader, type TimelineReader } from '#streams/recording/timeline';
import type { RecordedBlocks } from './recordedBlocks.ts';

export { BIN_MS, type MarkKind, type RecordedMark, type TimelineData, type TimelineReader } from '#streams/recording/timeline';

/** Creates a reader of the marks of a recording whose blocks are read here, on the page. */
export const readerOf = ({ blocks, block }: RecordedBlocks): TimelineReader =>
  createTimelineReader({
    blocks,
    parts: async ({ id }) => {
      const events = await block(id);
      return events === null ? [] : [{ first: 0, events }];
    },
  });
