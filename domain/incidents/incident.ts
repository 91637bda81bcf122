/**
 * Incidents on their screens: id and filters in the URL, links, whether there is a video, map information, post-processing rows, and the shares of error codes.
 */

import {
  ABSENT_VIDEO_BYTES,
  incidentFileName,
  RENDERED,
  type ErrorCodeStatistics,
  type Incident,
  type IncidentFileKind,
  type IncidentRecording,
  type PostProcessingResult,
  type PostProcessingStep,
} from '#contract/incident';
import { codeText } from '../errorCodes/errorCode.ts';
import { dottedVersion } from '../places/mapVersion.ts';
import { byText } from '../text/byText.ts';
import { MISSING, numberText, wholePercentText } from '../text/numbers.ts';
import { treatmentIdOf } from '../treatments/treatment.ts';
import { yesNo } from '../text/yesNo.ts';

/** Parses an incident id from user input or a URL; null when it cannot be an id (same rules as treatment ids). */
export const incidentIdOf = (text: string | null): string | null => treatmentIdOf(text);

/** The server-side filters of the incident list; they are mutually exclusive. Source: INC-015. */
export const incidentFilters = ['treatment_id', 'device_serial', 'error_code', 'map_id'] as const;
/** A filter of the incident list, named by its query parameter. */
export type IncidentFilter = (typeof incidentFilters)[number];

/** The view that a URL opens: one incident, or the list with at most one filter. */
export interface IncidentsView {
  readonly incidentId: string | null;
  readonly filter: { readonly name: IncidentFilter; readonly value: string } | null;
}

/** Parses the query parameters: `incident_id` opens the detail; of several filters the first of `incidentFilters` applies. Source: INC-001..004, GAP-64. */
export function parseIncidentsView(text: (name: string) => string | null): IncidentsView {
  const given = incidentFilters.flatMap((name) => {
    const value = (text(name) ?? '').trim();
    return value === '' ? [] : [{ name, value: name === 'error_code' ? codeText(value) : value }];
  });
  return { incidentId: incidentIdOf(text('incident_id')), filter: given[0] ?? null };
}

/** Returns the filter after a change: the value that differs from `before`, so that setting one filter clears the others. Source: INC-015. */
export function chosenFilter(
  before: IncidentsView['filter'],
  values: Readonly<Partial<Record<IncidentFilter, string>>>,
): IncidentsView['filter'] {
  const given = incidentFilters.flatMap((name) => (values[name] ? [{ name, value: values[name] }] : []));
  return given.find(({ name, value }) => name !== before?.name || value !== before.value) ?? given[0] ?? null;
}

/** Checks whether a video was rendered: the step mosaic rendering succeeded with the message `RENDERED`. Source: INC-048, OPEN-117. */
export function hasVideo({ post_processing_results: results }: Pick<Incident, 'post_processing_results'>): boolean {
  const mosaic = results?.mosaic_rendering;
  return mosaic?.success === true && mosaic.message === RENDERED;
}

/**
 * Checks whether a file of an incident may be available: its upload has begun, or the server does not report uploads. The ROS parameters are not uploaded,
 * because the server has them from the configuration. Source: UPLOADED1.
 */
export function mayBeUploaded({ upload_results: upload }: Pick<Incident, 'upload_results'>, kind: IncidentFileKind): boolean {
  return kind === 'rosparam' || upload == null || Boolean(upload.upload_started) || Boolean(upload.upload_finished);
}

/** Returns the names of the files of a kind: the recordings that the server lists, in any format, otherwise the name in the specification. Source: EVID4. */
export function fileNames({ incident_id: id, files }: Pick<Incident, 'incident_id' | 'files'>, kind: IncidentFileKind): readonly string[] {
  const recordings = (files ?? []).map(({ name }) => name).filter((name) => !name.endsWith('.dat') && !name.endsWith('.mp4'));
  return kind === 'rosbag' && recordings.length > 0 ? recordings : [incidentFileName(kind, id)];
}

/** Checks whether log lines of the recordings are available. */
export const hasLogLines = ({ post_processing_results: results }: Pick<Incident, 'post_processing_results'>): boolean =>
  results?.log_parsing?.success === true;

const logLevels = { debug: 'Debug', info: 'Info', warning: 'Warning', error: 'Error', fatal: 'Fatal' } as const;
/** The options of the level filter of log lines. */
export const logLevelChoices = Object.entries(logLevels).map(([value, label]) => ({ value, label }));

/** A topic in the recordings of an incident, with the number of its messages in all of them. */
export type RecordedTopicRow = IncidentRecording['topics'][number];

/** Returns the topics of the recordings, each once with all its messages, sorted by name. Source: EVID6. */
export function recordedTopics(recordings: readonly IncidentRecording[]): readonly RecordedTopicRow[] {
  const byName = new Map<string, RecordedTopicRow>();
  for (const topic of recordings.flatMap(({ topics }) => topics)) {
    const key = JSON.stringify([topic.topic, topic.type]);
    byName.set(key, { ...topic, messages: topic.messages + (byName.get(key)?.messages ?? 0) });
  }
  return [...byName.values()].toSorted((one, other) => byText(one.topic, other.topic));
}

/** Checks whether a response body of this size is a video: more than 40 bytes. Source: INC-052. */
export const isVideo = (bytes: number): boolean => bytes > ABSENT_VIDEO_BYTES;

/** Returns map id, dotted version and node id of an incident, joined by commas, without missing ones; `-` when all are missing. Source: OPEN-118. */
export function mapInformation({ map_id, map_version, node_id }: Pick<Incident, 'map_id' | 'map_version' | 'node_id'>): string {
  const parts = [map_id, !map_version ? null : dottedVersion(map_version), node_id];
  return parts.filter((part) => part != null && part !== '').join(', ') || MISSING;
}

/** The rows of the post-processing table with their steps. Source: INC-040..042. */
export const postProcessingRows = [
  { label: 'Data Parsed', step: 'data_parsing' },
  { label: 'Logs Parsed', step: 'log_parsing' },
  { label: 'Mosaic Rendered', step: 'mosaic_rendering' },
] as const satisfies readonly { readonly label: string; readonly step: PostProcessingStep }[];

/** Returns the display of a step; a step without a result was not started and can be retried. Source: INC-043..047, GAP-66. */
export function stepShown(result: PostProcessingResult | null | undefined) {
  if (result == null) return { isDone: false, done: 'No', message: 'Post Processing not started', canRetry: true } as const;
  const message = result.message == null || result.message === '' ? 'No result found' : result.message;
  return {
    isDone: result.success === true,
    done: yesNo(result.success === true),
    message,
    canRetry: result.retry_possible === true,
  } as const;
}

/** The share of one error code: its count out of all incidents. */
export interface CodeShare {
  readonly code: string;
  readonly count: number;
  readonly total: number;
}

/**
 * Counts the incidents per normalised error code, using the server's counts if it sends them, sorted by count descending, then by code. Source: INC-055..058,
 * OPEN-75.
 */
export function codeShares(statistics: ErrorCodeStatistics | null | undefined): readonly CodeShare[] {
  const total = statistics?.total_number_of_incidents ?? 0;
  const counts = new Map<string, number>();
  for (const [written, ids] of Object.entries(statistics?.per_error_code ?? {})) {
    const code = codeText(written);
    counts.set(code, (counts.get(code) ?? 0) + (statistics?.incidents_per_error_code?.[written] ?? ids.length));
  }
  return [...counts].map(([code, count]) => ({ code, count, total })).toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

/** Formats a share: `38 % (12/32)`; 0 % for a total of 0. Source: INC-057, INC-060. */
export function shareText({ count, total }: Pick<CodeShare, 'count' | 'total'>): string {
  return `${wholePercentText(total === 0 ? 0 : count / total)} (${numberText(count)}/${numberText(total)})`;
}

/** Returns an http or https URL unchanged; null for any other text, which must not become a link. */
export const webAddress = (text: string | null | undefined): string | null =>
  text != null && /^https?:\/\/[^\s]+$/i.test(text) ? text : null;
