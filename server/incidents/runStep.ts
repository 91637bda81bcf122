import { RENDERED, type PostProcessingResult, type PostProcessingStep } from '#contract/incident';
import { bagTopics } from './bag/bagTopics.ts';
import type { IncidentFileStore } from './incidentFileStore.ts';
import { echoRatio, readDepth } from './depthVideo.ts';
import type { IncidentRow } from './readIncidents.ts';

/** Minimum share of pixels with a distance for frames to be combined. */
const LEAST_ECHO = 0.5;

const succeeded = (message: string): PostProcessingResult => ({ success: true, message, retry_possible: false });
const failed = (message: string, retry_possible: boolean): PostProcessingResult => ({ success: false, message, retry_possible });

async function parseData(row: IncidentRow, store: IncidentFileStore): Promise<PostProcessingResult> {
  const bag = await store.bag(row);
  if (bag === null) return failed('There is no recording', true);
  const topics = bagTopics(bag);
  return succeeded(`${topics.length} messages on ${new Set(topics).size} topics`);
}

async function parseLogs(row: IncidentRow, store: IncidentFileStore): Promise<PostProcessingResult> {
  const bag = await store.bag(row);
  const lines = bag === null ? [] : bagTopics(bag).filter((topic) => topic === '/rosout');
  // A device's log lines may arrive later than its recording.
  return lines.length === 0 ? failed('There are no log lines in the recording', true) : succeeded(`${lines.length} log lines`);
}

async function renderMosaic(row: IncidentRow, store: IncidentFileStore): Promise<PostProcessingResult> {
  const depth = await store.depth(row);
  if (depth === null) return failed('The device filmed nothing: it was on no mission', false);
  const percent = Math.round(echoRatio(readDepth(depth)) * 100);
  return percent < LEAST_ECHO * 100 ? failed(`Only ${percent} % of the pixels have a distance`, false) : succeeded(RENDERED);
}

const works: Readonly<Record<PostProcessingStep, (row: IncidentRow, store: IncidentFileStore) => Promise<PostProcessingResult>>> = {
  data_parsing: parseData,
  log_parsing: parseLogs,
  mosaic_rendering: renderMosaic,
};

/** Runs one step of the post-processing. Throws only when the database does not respond. */
export async function runStep(
  step: PostProcessingStep,
  row: IncidentRow,
  store: IncidentFileStore,
  tries: number,
): Promise<PostProcessingResult> {
  return store.refusal(row, step, tries) ?? works[step](row, store);
}
