import { map, of } from 'rxjs';
import type { Profile } from '#contract/identity';
import { notesOfRecording } from '#domain/incidents/incidentNote';
import { selectProfile } from '#state/session';
import type { RecordingCodec } from '#streams/recording/codec';
import type { EventBlock } from '#streams/recording/eventBlock';
import { MAX_NOTE, MAX_NOTES } from '#streams/recording/recordingInfo';
import type { Note } from '../recorder/blockStore.ts';
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

/** Returns the own notes in a span of a recording with those of the room, which come first where there are too many for a file. */
function withNotes({ notes: own }: RecordedBlocks, notes: readonly Note[], { from, to }: RecordedSpan): Pick<RecordedBlocks, 'notes'> {
  const all = (kept: readonly Note[]) => {
    const inSpan = [...notes, ...kept].filter(({ at }) => at >= from && at <= to);
    return notesOfRecording(inSpan, MAX_NOTE).slice(0, MAX_NOTES);
  };
  return { notes: { notes$: (own?.notes$ ?? of([])).pipe(map(all)) } };
}

/**
 * Writes the room of an incident as one file that a replay opens, from the own recording or the server's history; null when nothing of it is held. It is named by
 * an instant, and has the own notes and those of the room. Rejects when it cannot be read.
 */
export async function writeRoom(
  recorded: RecordedBlocks,
  { notes, ...span }: RecordedSpan & { readonly notes: readonly Note[] },
  at: number,
  author: Parameters<typeof writeRecording>[3],
  codec: RecordingCodec,
): ReturnType<typeof writeRecording> {
  const entries = await blocksOfSpan(recorded, span);
  const profile = selectProfile(author.state);
  const held: RecordedBlocks = {
    ...recorded,
    ...withNotes(recorded, notes, span),
    blocks: async () => entries,
    block: async (reference) => {
      const block = await recorded.block(reference);
      return block === null || profile === null || !isOfHistory(reference) ? block : signedIn(block, profile);
    },
  };
  return writeRecording(held, span, at, author, codec);
}
