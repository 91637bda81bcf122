import { createGunzip } from 'node:zlib';
import { RENDERED, type PostProcessingResult, type PostProcessingStep } from '#contract/incident';
import { countText } from '#domain/text/labels';
import { isStorageAway } from '../platform/storage/fileStorage.ts';
import { bagTopics } from './bag/bagTopics.ts';
import type { IncidentFileStore } from './incidentFileStore.ts';
import { echoRatio, LEAST_ECHO, readDepth } from './depthVideo.ts';
import type { IncidentRow } from './readIncidents.ts';
import { readWhole, TooLarge } from './readWhole.ts';

const succeeded = (message: string): PostProcessingResult => ({ success: true, message, retry_possible: false });
const failed = (message: string, retry_possible: boolean): PostProcessingResult => ({ success: false, message, retry_possible });

/** Returns the topics of the recording, one per message; null without a recording. */
async function topicsOf(row: IncidentRow, store: IncidentFileStore): Promise<readonly string[] | null> {
  const recording = await store.recording(row);
  return recording === null ? null : bagTopics(await readWhole(await recording.read(), createGunzip()));
}

async function parseData(row: IncidentRow, store: IncidentFileStore): Promise<PostProcessingResult> {
  const topics = await topicsOf(row, store);
  if (topics === null) return failed('There is no recording', true);
  return succeeded(`${topics.length} messages on ${new Set(topics).size} topics`);
}

async function parseLogs(row: IncidentRow, store: IncidentFileStore): Promise<PostProcessingResult> {
  const lines = ((await topicsOf(row, store)) ?? []).filter((topic) => topic === '/rosout');
  // A device's log lines may arrive later than its recording.
  return lines.length === 0 ? failed('There are no log lines in the recording', true) : succeeded(countText(lines.length, 'log line'));
}

async function renderMosaic(row: IncidentRow, store: IncidentFileStore): Promise<PostProcessingResult> {
  // What a device has rendered itself needs no depth video.
  if ((await store.video(row)) !== null) return succeeded(RENDERED);
  const depth = await store.depth(row);
  if (depth === null && row.during_mission !== true) return failed('The device filmed nothing: it was on no mission', false);
  if (depth === null) return failed('There is no depth video', true);
  const percent = Math.round(echoRatio(readDepth(await readWhole(await depth.read()))) * 100);
  if (percent < LEAST_ECHO * 100) return failed(`Only ${percent} % of the pixels have a distance`, false);
  return failed('There is no rendered video', true);
}

const works: Readonly<Record<PostProcessingStep, (row: IncidentRow, store: IncidentFileStore) => Promise<PostProcessingResult>>> = {
  data_parsing: parseData,
  log_parsing: parseLogs,
  mosaic_rendering: renderMosaic,
};

/** Returns the result of a step that an error ended; throws other errors again. */
function resultOf(error: unknown): PostProcessingResult {
  if (isStorageAway(error)) return failed('The data store did not answer', true);
  if (error instanceof TooLarge) return failed('The data are too large to be processed', false);
  throw error;
}

/** Runs one step of the post-processing. Throws when the database does not respond, and for data that cannot be read. */
export async function runStep(step: PostProcessingStep, row: IncidentRow, store: IncidentFileStore): Promise<PostProcessingResult> {
  return works[step](row, store).catch(resultOf);
}
