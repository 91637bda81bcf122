import type { TimeSpan } from '#domain/text/timeUnits';
import { firstValueFrom } from 'rxjs';
import type { ConsoleConfig } from '#contract/config';
import { notesOfRecording } from '#domain/incidents/incidentNote';
import { dateTimeText } from '#domain/text/dates';
import { countText } from '#domain/text/labels';
import { cutRecording } from './cutRecording.ts';
import { selectOwnName, selectProfile, selectRole } from '#state/session';
import type { RootState } from '#state/store';
import type { RecordingCodec } from '#streams/recording/codec';
import type { EventBlock } from '#streams/recording/eventBlock';
import { recordingFile } from '#streams/recording/recordingFile';
import { MAX_NOTE, MAX_NOTES, NOTE_LAG_MS, type RecordingInfo } from '#streams/recording/recordingInfo';
import type { Note } from '../recorder/blockStore.ts';
import { type BookNote, isOwnNote } from '../recorder/noteBook.ts';
import type { RecordedBlocks } from '../recorder/recordedBlocks.ts';

async function* blocksOf({ blocks, block }: RecordedBlocks, { from, to }: TimeSpan): AsyncGenerator<EventBlock> {
  for (const entry of await blocks()) {
    const read = entry.lastAt < from || entry.firstAt > to ? null : await block(entry);
    if (read !== null) yield read;
  }
}

const notesOf = ({ notes }: RecordedBlocks) =>
  notes === undefined ? Promise.resolve([]) : firstValueFrom(notes.notes$, { defaultValue: [] });

/** Returns the first notes that together have at most `most` parts. */
function firstWithin(notes: readonly Note[], most: number): readonly Note[] {
  let parts = 0;
  const beyond = notes.findIndex((note) => {
    parts += notesOfRecording([note], MAX_NOTE).length;
    return parts > most;
  });
  return beyond === -1 ? notes : notes.slice(0, beyond);
}

/**
 * Returns the notes of a span as a file holds them, with the names of other authors. If there are too many, the person's own notes come first, and the last
 * note of the file states how many are left out.
 */
function notesOfFile(notes: readonly BookNote[], { from, to }: TimeSpan) {
  const within = notes.filter(({ at }) => at >= from && at <= to);
  const texts = [...within.filter(isOwnNote), ...within.filter((note) => !isOwnNote(note))].map(({ at, text, bookmark }) => ({
    at,
    text: bookmark == null || bookmark.author === null ? text : `${bookmark.author}: ${text}`,
  }));
  if (firstWithin(texts, MAX_NOTES).length === texts.length) return [...notesOfRecording(texts, MAX_NOTE)];
  const kept = firstWithin(texts, MAX_NOTES - 1);
  const leftOut = `${countText(texts.length - kept.length, 'note')} left out: a file holds at most ${MAX_NOTES}, the own ones first.`;
  return [...notesOfRecording([...kept, { at: Math.max(...kept.map(({ at }) => at)), text: leftOut }], MAX_NOTE)];
}

/**
 * Returns the span of the notes of a file: the requested one, with each open end replaced by that of the events in the file, because a server holds notes of
 * any age. Source: NOTE7.
 */
const spanOfNotes = ({ from, to }: TimeSpan, held: TimeSpan): TimeSpan => ({
  from: Number.isFinite(from) ? from : held.from,
  to: Number.isFinite(to) ? to : held.to + NOTE_LAG_MS,
});

/** The description of a recording, without its devices. */
interface Author extends Pick<RecordingInfo, 'note' | 'notes' | 'screen'> {
  /** The live state, which names the person who records. */
  readonly state: RootState;
  readonly config: ConsoleConfig;
  /** The current time, in ms since epoch. */
  readonly writtenAt: number;
}

function infoOf({ state, config, note, notes, screen, writtenAt }: Author, devices: number): RecordingInfo {
  const { company, product, version, default_organisation_id, features } = config;
  const recordedBy = { username: selectProfile(state)?.username ?? '', name: selectOwnName(state), role: selectRole(state) ?? '' };
  return { writtenAt, note, notes, screen, recordedBy, devices, site: { company, product, version, default_organisation_id, features } };
}

/**
 * Returns the name of a recording's file: the local time of an instant (ms since epoch), prefixed with `report-` for a span of a recording.
 * Examples: `2026-11-22-024017.orangery`, `report-2026-11-22-024017.orangery`.
 */
function recordingName({ from }: TimeSpan, at: number): string {
  const [day, month, year, ...time] = dateTimeText(at).match(/\d+/g) ?? [];
  return `${Number.isFinite(from) ? 'report-' : ''}${[year, month, day].join('-')}-${time.join('')}.orangery`;
}

/** The content and the file name of a recording to save. */
interface SavedRecording {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly name: string;
}

/**
 * Writes a span of a recording as one file, with the person who recorded it and the notes, named after an instant; null if the span holds no event.
 */
export async function writeRecording(
  recorded: RecordedBlocks,
  span: TimeSpan,
  at: number,
  author: Omit<Author, 'notes'>,
  codec: RecordingCodec,
): Promise<SavedRecording | null> {
  const { frames, devices, held } = await cutRecording(blocksOf(recorded, span), span, codec);
  if (frames.length === 0) return null;
  const notes = notesOfFile(await notesOf(recorded), spanOfNotes(span, held));
  const content = recordingFile(infoOf({ ...author, notes }, devices), frames, codec);
  return { content, name: recordingName(span, at) };
}
