import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { RENDERED, type PostProcessingResult, type PostProcessingStep } from '#contract/incident';
import type { Database } from '../platform/database/tables.ts';
import { isStorageAway } from '../platform/storage/fileStorage.ts';
import type { IncidentFileStore } from './incidentFileStore.ts';
import { recordingEndings } from './incidentNames.ts';
import { beginLogRun } from './logStore.ts';
import type { StepFindings } from './processingSteps.ts';
import type { IncidentRow } from './readIncidents.ts';
import type { RecordingSummary } from './recording/summary.ts';
import { RenderFailure } from './rendering/ffmpeg.ts';
import { renderFilm } from './rendering/renderFilm.ts';
import { holdsText, isUnreadable, linesText, type ReadParts, readStored } from './recording/storedRecording.ts';

/** The dependencies of a step. */
export interface StepParts {
  readonly database: Kysely<Database>;
  readonly store: IncidentFileStore;
  readonly signal: AbortSignal;
  /** Finds the path of ffmpeg; null if it is not installed. */
  readonly findFfmpeg: () => Promise<string | null>;
}

/** The result of a step, and its findings. */
export interface StepOutcome {
  readonly result: PostProcessingResult;
  readonly findings?: StepFindings;
}

// A retry is possible for a truncated file, because it may be uploaded again completely.
const succeeded = (message: string, retry_possible = false): PostProcessingResult => ({ success: true, message, retry_possible });
/** Returns a failure, which is never final, because another file may be uploaded and the step retried. */
const failed = (message: string): PostProcessingResult => ({ success: false, message, retry_possible: true });

const noRecording = failed(`There is no recording: the device sends a ROS 1 bag or MCAP (${recordingEndings.slice(0, 3).join(', ')})`);

/** Reads all recordings of an incident, one after another; an unreadable one does not prevent reading the rest. */
async function readAll(row: IncidentRow, store: IncidentFileStore, parts: ReadParts) {
  const read: RecordingSummary[] = [];
  const problems: string[] = [];
  for (const { file } of await store.recordings(row)) {
    try {
      read.push(await readStored(file, parts));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      problems.push(error.message);
    }
  }
  return { read, problems };
}

const withProblems = (text: string, problems: readonly string[]) => [text, ...problems].join('. ');
const isPartial = (read: readonly RecordingSummary[], problems: readonly string[]) =>
  problems.length > 0 || read.some(({ isCutOff }) => isCutOff);

async function parseData(row: IncidentRow, { store, signal }: StepParts): Promise<StepOutcome> {
  const { read, problems } = await readAll(row, store, { signal });
  if (read.length === 0) return { result: problems.length === 0 ? noRecording : failed(problems.join('. ')) };
  return { result: succeeded(withProblems(holdsText(read), problems), isPartial(read, problems)), findings: { facts: read } };
}

async function parseLogs(row: IncidentRow, { database, store, signal }: StepParts): Promise<StepOutcome> {
  const { run, add: receive } = beginLogRun(database, row.incident_id);
  const { read, problems } = await readAll(row, store, { receive, signal });
  // The run is stored even if there are no lines, because the earlier lines belong to a replaced recording.
  const findings = { run };
  if (read.length === 0) return { result: problems.length === 0 ? noRecording : failed(problems.join('. ')), findings };
  if (read.every(({ logLines }) => logLines === 0))
    return { result: failed('There are no log lines: record a topic of rosgraph_msgs/Log, rcl_interfaces/Log or foxglove.Log'), findings };
  return { result: succeeded(withProblems(linesText(read), problems), isPartial(read, problems)), findings };
}

const sendVideo = 'There is no rendered video: the device sends it as MP4 (.mp4)';

async function renderMosaic(row: IncidentRow, { store, signal, findFfmpeg }: StepParts): Promise<StepOutcome> {
  // A video that the device rendered takes precedence over any other.
  if ((await store.ownVideo(row)) !== null) return { result: succeeded(RENDERED) };
  const program = await findFfmpeg();
  if (program === null) return { result: failed(`${sendVideo}, or ffmpeg on the server renders the cameras of its recording (FFMPEG)`) };
  const problems: string[] = [];
  const recordings = await store.recordings(row);
  for (const { file: recording } of recordings) {
    try {
      const save = (video: Readable) => store.saveVideo(row, video);
      if (await renderFilm({ program, recording, signal, save })) return { result: succeeded(RENDERED) };
    } catch (error) {
      if (!isUnreadable(error) && !(error instanceof RenderFailure)) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length > 0) return { result: failed(problems.join('. ')) };
  if (recordings.length === 0) return { result: failed(`${sendVideo}, or a recording with the pictures of its cameras`) };
  return {
    result: failed(
      `${sendVideo}, or its recording has sensor_msgs/Image, CompressedImage, or those of Foxglove, in an encoding that is read`,
    ),
  };
}

const works: Readonly<Record<PostProcessingStep, (row: IncidentRow, parts: StepParts) => Promise<StepOutcome>>> = {
  data_parsing: parseData,
  log_parsing: parseLogs,
  mosaic_rendering: renderMosaic,
};

/** Returns the outcome of a step for which the storage was unavailable; rethrows any other error. */
function outcomeOf(error: unknown): StepOutcome {
  if (isStorageAway(error)) return { result: failed('The data store did not answer') };
  throw error;
}

/**
 * Runs one step of the post-processing: parse data, parse logs, or render the mosaic. Throws if the database does not respond, and when the signal aborts it.
 */
export const runStep = (step: PostProcessingStep, row: IncidentRow, parts: StepParts): Promise<StepOutcome> =>
  works[step](row, parts).catch(outcomeOf);
