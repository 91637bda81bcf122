import type { TimeSpan } from '#domain/text/timeUnits';
import { map, of } from 'rxjs';
import type { Profile } from '#contract/identity';
import { selectProfile } from '#state/session';
import type { RecordingCodec } from '#streams/recording/codec';
import type { EventBlock } from '#streams/recording/eventBlock';
import type { Note } from '../recorder/blockStore.ts';
import { isOfHistory } from '../recorder/historyLog.ts';
import { blocksOfSpan, byOwnClock, type RecordedBlocks } from '../recorder/recordedBlocks.ts';
import { writeRecording } from './saveRecording.ts';

/** Returns a block of the server's history, which has a placeholder user, as the log of a person: a file contains only data that its author may see. */
function signedIn(block: EventBlock, profile: Profile): EventBlock {
  return {
    ...block,
    eventAt: (index) => {
      const event = block.eventAt(index);
      return event.kind === 'session.opened' ? { ...event, profile } : event;
    },
  };
}

/** The room of an incident, by the server's clock. Notes have instants in ms since epoch. */
interface Room extends TimeSpan {
  readonly notes: readonly Note[];
  /** Time, in ms, by which the server's clock is ahead of the console's, which dates this console's recording. */
  readonly offsetMs?: number;
}

/** Returns the notes of the room, then the person's own notes of the recording, up to the maximum of a file. */
const withNotes = ({ notes: own }: RecordedBlocks, notes: readonly Note[]): Pick<RecordedBlocks, 'notes'> => ({
  notes: { notes$: (own?.notes$ ?? of([])).pipe(map((kept) => [...notes, ...kept])) },
});

/**
 * Writes the room of an incident as one file that a replay opens, from this console's recording or the server's history; null if nothing of it is held. The
 * file is named after an instant, and contains the person's own notes and those of the room. In a file of this console's recording, instants are by the
 * console's clock. Rejects when a part cannot be read.
 */
export async function writeRoom(
  recorded: RecordedBlocks,
  { notes, offsetMs = 0, ...span }: Room,
  at: number,
  author: Parameters<typeof writeRecording>[3],
  codec: RecordingCodec,
): ReturnType<typeof writeRecording> {
  const entries = await blocksOfSpan(recorded, span, offsetMs);
  const aheadMs = entries.some(isOfHistory) ? 0 : offsetMs;
  const profile = selectProfile(author.state);
  const held: RecordedBlocks = {
    ...recorded,
    ...withNotes(
      recorded,
      notes.map((note) => ({ ...note, at: note.at - aheadMs })),
    ),
    blocks: async () => entries,
    block: async (reference) => {
      const block = await recorded.block(reference);
      return block === null || profile === null || !isOfHistory(reference) ? block : signedIn(block, profile);
    },
  };
  return writeRecording(held, byOwnClock(span, aheadMs), at, author, codec);
}
