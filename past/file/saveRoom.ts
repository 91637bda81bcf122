import type { Profile } from '#contract/identity';
import { selectProfile } from '#state/session';
import type { RecordingCodec } from '#streams/recording/codec';
import type { EventBlock } from '#streams/recording/eventBlock';
import { isOfHistory } from '../recorder/historyLog.ts';
import { blocksOfSpan, type RecordedBlocks } from '../recorder/recordedBlocks.ts';
import type { RecordedSpan } from './cutRecording.ts';
import { writeRecording } from './saveRecording.ts';

/** Returns a block of the server's history, in which nobody in particular is signed in, as the log of a person: a file shows what its author may see. */
function signedIn(block: EventBlock, profile: Profile): EventBlock {
  return {
    ...block,
    eventAt: (index) => {
      const event = block.eventAt(index);
      return event.kind === 'session.opened' ? { ...event, profile } : event;
    },
  };
}

/**
 * Writes the room of an incident as one file that a replay opens, from the own recording or the server's history, named by an instant; null when nothing of it is
 * held. Rejects when it cannot be read.
 */
export async function writeRoom(
  recorded: RecordedBlocks,
  span: RecordedSpan,
  at: number,
  author: Parameters<typeof writeRecording>[3],
  codec: RecordingCodec,
): ReturnType<typeof writeRecording> {
  const entries = await blocksOfSpan(recorded, span);
  const profile = selectProfile(author.state);
  const held: RecordedBlocks = {
    ...recorded,
    blocks: async () => entries,
    block: async (reference) => {
      const block = await recorded.block(reference);
      return block === null || profile === null || !isOfHistory(reference) ? block : signedIn(block, profile);
    },
  };
  return writeRecording(held, span, at, author, codec);
}
