/** Reads a stored recording in a worker thread, and describes its content as one line of text. */

import { countText } from '#domain/text/labels';
import { Failure } from '../../platform/failure/failure.ts';
import type { StoredFile } from '../../platform/storage/fileStorage.ts';
import { streamInThread } from '../../platform/threads/streamInThread.ts';
import type { LogLine } from './logLine.ts';
import type { FilmPlan } from './cameras.ts';
import { logLines, type RecordingSummary, recordingSummary } from './summary.ts';

const script = new URL('recordingThread.ts', import.meta.url);
/** Timeout for reading one recording, in ms: half an hour. A recording of 1 GiB takes a few minutes at most. */
const READ_MS = 1_800_000;
const MEMORY_MB = 512;
const texts = {
  late: 'Reading the recording took longer than half an hour: send a shorter one',
  failed: 'The recording could not be read: send it again',
};

/** The task of the thread, and the receiver of its output. */
interface ThreadTask {
  readonly data: 'topics' | 'lines' | 'cameras' | FilmPlan;
  readonly receive: (part: unknown) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Reads a recording in a worker thread while it arrives from the storage. Throws `invalid` for an unreadable recording, with a text for people that describes
 * the remedy, and 503 while the storage is unavailable.
 */
export const readInThread = async (file: StoredFile, task: ThreadTask): Promise<unknown> =>
  streamInThread(await file.read(), { ...task, script, withinMs: READ_MS, memoryMb: MEMORY_MB, texts });

/** Options of reading a recording. */
export interface ReadParts {
  /** Receives log lines in the order of the file; if absent, log lines are only counted. */
  readonly receive?: (lines: readonly LogLine[]) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Returns the summary of a recording. Throws the same errors as `readInThread`. */
export async function readStored(file: StoredFile, { receive, signal }: ReadParts): Promise<RecordingSummary> {
  const takeLines = async (part: unknown) => receive?.(logLines.parse(part));
  return recordingSummary.parse(await readInThread(file, { data: receive === undefined ? 'topics' : 'lines', receive: takeLines, signal }));
}

/** Returns whether an error means that the recording itself cannot be read. */
export const isUnreadable = (error: unknown): error is Failure => error instanceof Failure && error.status === 400;

const sum = (all: readonly RecordingSummary[], of: (one: RecordingSummary) => number) => all.reduce((total, one) => total + of(one), 0);
const cutOff = (all: readonly RecordingSummary[]) => (all.some(({ isCutOff }) => isCutOff) ? ', cut off at its end' : '');

/** Returns the content of recordings as one line of text: `ROS 1 bag: 8,647 messages on 9 topics`. */
export const holdsText = (all: readonly RecordingSummary[]): string => {
  const formats = [...new Set(all.map(({ format }) => format))].join(', ');
  const topics = new Set(all.flatMap((one) => one.topics.map(({ topic }) => topic)));
  return `${formats}: ${countText(
    sum(all, (one) => one.messages),
    'message',
  )} on ${countText(topics.size, 'topic')}${cutOff(all)}`;
};

/** Returns the number of log lines in recordings, and how many were unreadable or stored, as one line of text. */
export function linesText(all: readonly RecordingSummary[]): string {
  const [lines, kept, unread] = [sum(all, (one) => one.logLines), sum(all, (one) => one.keptLines), sum(all, (one) => one.unreadLines)];
  const parts = [
    countText(lines, 'log line'),
    ...(unread > 0 ? [`${countText(unread, 'line')} in an encoding that is not read`] : []),
    ...(kept + unread < lines ? [`the first ${countText(kept, 'line')} kept`] : []),
  ];
  return `${parts.join(', ')}${cutOff(all)}`;
}
