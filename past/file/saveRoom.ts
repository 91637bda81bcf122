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

/** The room of an incident, by the server's clock. Notes come with their instants in ms since epoch. */
interface Room extends TimeSpan {
  readonly notes: readonly Note[];
  /** How far the server's clock is ahead of the console's, by which the own recording counts, in ms. */
  readonly offsetMs?: number;
}

/** Returns the notes of the room, then the own ones of a recording: a file has at most as many as it takes, from the first. */
const withNotes = ({ notes: own }: RecordedBlocks, notes: readonly Note[]): Pick<RecordedBlocks, 'notes'> => ({
  notes: { notes$: (own?.notes$ ?? of([])).pipe(map((kept) => [...notes, ...kept])) },
});

/**
 * Writes the room of an incident as one file that a replay opens, from the own recording or the server's history; null when nothing of it is held. It is named by
 * an instant, and has the own notes and those of the room. A file of the own recording counts by the console's clock. Rejects when it cannot be read.
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
