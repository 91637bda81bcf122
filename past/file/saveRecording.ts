import { firstValueFrom } from 'rxjs';
import type { ConsoleConfig } from '#contract/config';
import { notesOfRecording } from '#domain/incidents/incidentNote';
import { dateTimeText } from '#domain/text/dates';
import { cutRecording, type RecordedSpan } from './cutRecording.ts';
import { selectOwnName, selectProfile, selectRole } from '#state/session';
import type { RootState } from '#state/store';
import type { RecordingCodec } from '#streams/recording/codec';
import type { EventBlock } from '#streams/recording/eventBlock';
import { recordingFile } from '#streams/recording/recordingFile';
import { MAX_NOTE, MAX_NOTES, type RecordingInfo } from '#streams/recording/recordingInfo';
import type { BookNote } from '../recorder/noteBook.ts';
import type { RecordedBlocks } from '../recorder/recordedBlocks.ts';

async function* blocksOf({ blocks, block }: RecordedBlocks, { from, to }: RecordedSpan): AsyncGenerator<EventBlock> {
  for (const entry of await blocks()) {
    const read = entry.lastAt < from || entry.firstAt > to ? null : await block(entry);
    if (read !== null) yield read;
  }
}

const notesOf = ({ notes }: RecordedBlocks) =>
  notes === undefined ? Promise.resolve([]) : firstValueFrom(notes.notes$, { defaultValue: [] });

/** Returns the notes of a span as a file holds them: those of others with their names. */
function notesOfFile(notes: readonly BookNote[], { from, to }: RecordedSpan) {
  const texts = notes
    .filter(({ at }) => at >= from && at <= to)
    .map(({ at, text, bookmark }) => ({ at, text: bookmark == null || bookmark.author === null ? text : `${bookmark.author}: ${text}` }));
  return notesOfRecording(texts, MAX_NOTE).slice(0, MAX_NOTES);
}

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
function recordingName({ from }: RecordedSpan, at: number): string {
  const [day, month, year, ...time] = dateTimeText(at).match(/\d+/g) ?? [];
  return `${Number.isFinite(from) ? 'report-' : ''}${[year, month, day].join('-')}-${time.join('')}.orangery`;
}

/** A recording that is saved. */
interface SavedRecording {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly name: string;
}

/**
 * Writes a span of a recording as one file, with the person who recorded it and the notes, named by an instant; null when the span holds no
 * event.
 */
export async function writeRecording(
  recorded: RecordedBlocks,
  span: RecordedSpan,
  at: number,
  author: Omit<Author, 'notes'>,
  codec: RecordingCodec,
): Promise<SavedRecording | null> {
  const { frames, devices } = await cutRecording(blocksOf(recorded, span), span, codec);
  if (frames.length === 0) return null;
  const notes = notesOfFile(await notesOf(recorded), span);
  const content = recordingFile(infoOf({ ...author, notes }, devices), frames, codec);
  return { content, name: recordingName(span, at) };
}
