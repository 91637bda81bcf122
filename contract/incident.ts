/** `incident`: a recorded fault with its post-processing steps; lists, log lines, statistics by code, day and lane, export, files, video. */

import { call } from './call.ts';
import { commandResponse } from './command.ts';
import { instant, paged, pageQuery, utcInstant, z } from './schema.ts';

/** The post-processing steps, in display order; each is processed independently. Source: spec, Incident; OPEN-78. */
export const postProcessingStep = z.enum(['data_parsing', 'log_parsing', 'mosaic_rendering']);
/** A step of the post-processing. */
export type PostProcessingStep = z.infer<typeof postProcessingStep>;

/**
 * The result of a step. While the step runs, `success` is false, `message` is "Running" and no retry is possible; an interrupted step has no message. Source:
 * spec, Incident; GAP-66.
 */
export const postProcessingResult = z.object({
  success: z.nullish(z.boolean()),
  message: z.nullish(z.string()),
  retry_possible: z.nullish(z.boolean()),
});
/** The result of a step. */
export type PostProcessingResult = z.infer<typeof postProcessingResult>;

/** An existing file of an incident; `size` in bytes. */
const incidentFile = z.object({ name: z.string(), size: z.nullish(z.number()) });
/** A recording of an incident: its format, and the message count of each topic. */
const incidentRecording = z.object({
  format: z.string(),
  messages: z.number(),
  started_at: z.nullish(instant),
  ended_at: z.nullish(instant),
  topics: z.array(z.object({ topic: z.string(), type: z.nullish(z.string()), messages: z.number() })),
});
/** A recording of an incident. */
export type IncidentRecording = z.infer<typeof incidentRecording>;

/**
 * A recorded fault. `error_code` is null for a manually triggered incident; `map_version` has nine parts; `node_id` is the lane node, or another node outside
 * the lanes; `data_store_id` and `files_id` are names assigned by the server, null when it assigned none; a step without a result is null. `files` and
 * `recordings` are an extension of this server, in the answer for one incident. Source: spec, Incident.
 */
export const incident = z.object({
  incident_id: z.string(),
  incident_time: instant,
  error_code: z.nullish(z.string()),
  machine_serial: z.string(),
  manually_triggered: z.nullish(z.boolean()),
  map_id: z.nullish(z.string()),
  map_version: z.nullish(z.string()),
  during_mission: z.nullish(z.union([z.boolean(), z.string()])),
  treatment_id: z.nullish(z.string()),
  node_id: z.nullish(z.string()),
  incident_dashboard_url: z.nullish(z.string()),
  text_logging_url: z.nullish(z.string()),
  cleaned_text_logging_url: z.nullish(z.string()),
  data_store_id: z.nullish(z.string()),
  files_id: z.nullish(z.string()),
  record_version: z.nullish(z.union([z.string(), z.number()])),
  /** The instants at which the upload began and ended, null until then; another server may send booleans. */
  upload_results: z.nullish(
    z.object({
      upload_started: z.nullish(z.union([z.string(), z.boolean()])),
      upload_finished: z.nullish(z.union([z.string(), z.boolean()])),
    }),
  ),
  post_processing_results: z.nullish(
    z.object({
      data_parsing: z.nullish(postProcessingResult),
      log_parsing: z.nullish(postProcessingResult),
      mosaic_rendering: z.nullish(postProcessingResult),
    }),
  ),
  files: z.nullish(z.array(incidentFile)),
  recordings: z.nullish(z.array(incidentRecording)),
});
/** An empty object, which means that there is no incident. Source: spec, 'Incident Not Found' is shown when the record is empty. */
const noIncident = z.pipe(
  // With a strict object, the errors of an invalid incident would not name its invalid fields.
  z.record(z.string(), z.never()),
  z.transform(() => null),
);
/** A recorded fault. */
export type Incident = z.infer<typeof incident>;

/** Maximum length of the filter `incident_id_contains`, in characters. */
export const MAX_ID_PART = 200;

/**
 * Returns the incidents, newest first; filters are combined with AND, `total` counts the matches. The list is empty for an id or serial that is unknown or not
 * visible. The last four filters are not in the specification; they are sent only if the server announces `incident_filters`. Fails: 400 for an invalid value,
 * and when the end is before the start. Source: CALL-071, OPEN-73, GAP-32, GAP-63.
 */
export const getIncidents = call({
  method: 'GET',
  path: 'incidents/all',
  summary: 'Incidents, newest first.',
  query: z.extend(pageQuery, {
    machine_serial: z.optional(z.string()),
    map_id: z.optional(z.string()),
    treatment_id: z.optional(z.string()),
    error_code: z.optional(z.string()),
    /** Filters by video: an incident has one if the message of its mosaic rendering is `RENDERED`. */
    has_video: z.optional(z.enum(['true', 'false'])),
    /** Lower bound of the incident time, inclusive. */
    start_time: z.optional(utcInstant),
    /** Upper bound of the incident time, inclusive. */
    end_time: z.optional(utcInstant),
    /** A substring of the id, case-insensitive, without wildcards. */
    incident_id_contains: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_ID_PART))),
  }),
  answer: z.object({ total: z.int().check(z.minimum(0)), incidents: z.array(incident) }),
});

/** Returns one incident; null when unknown or not visible. Source: CALL-075, OPEN-76. */
export const getIncident = call({
  method: 'GET',
  path: 'incidents/detail/{id}',
  summary: 'One incident.',
  answer: z.object({ incident: z.nullish(z.union([incident, noIncident])) }),
});

/** A log line of a recording: `name` is the device component that wrote it, `source` the location in its source code. `level` is a word such as "warning". */
const incidentLogLine = z.object({
  time: instant,
  level: z.nullish(z.string()),
  name: z.nullish(z.string()),
  message: z.nullish(z.string()),
  source: z.nullish(z.string()),
});
/** A log line of a recording. */
export type IncidentLogLine = z.infer<typeof incidentLogLine>;
/** Maximum length of the filter `contains`, in characters. */
export const MAX_LOG_PART = 200;

/**
 * Returns the log lines in the recordings of an incident, oldest first; `contains` is a part of message, name or source, case-insensitive, without wildcards.
 * Not in the specification: feature `incident_logs`. Fails: 404 unknown or not visible.
 */
export const getIncidentLogs = call({
  method: 'GET',
  path: 'incidents/logs/{id}',
  summary: 'Log lines in the recordings of an incident.',
  query: z.extend(pageQuery, {
    level: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_LOG_PART))),
    contains: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_LOG_PART))),
  }),
  answer: paged(incidentLogLine),
});

/** Maximum number of error codes in one response; the most frequent ones are returned. */
export const MAX_COUNTED_CODES = 1_000;
/** Maximum number of incidents that one response names per error code or per lane; the newest ones are returned. */
export const MAX_NAMED_INCIDENTS = 50;

/**
 * The incident ids per error code, newest first, `MAX_NAMED_INCIDENTS` at most. Manually triggered incidents have no code and are not counted.
 * `incidents_per_error_code`, the number of incidents per code, is an extension of this server; without it, the length of the list is that number.
 */
export const errorCodeStatistics = z.object({
  calculated_at: instant,
  total_number_of_incidents: z.int().check(z.minimum(0)),
  /** One item per incident; the specification does not define the shape of an item. */
  per_error_code: z.nullish(z.record(z.string(), z.array(z.unknown()))),
  incidents_per_error_code: z.nullish(z.record(z.string(), z.int().check(z.minimum(0)))),
});
/** The incidents per error code. */
export type ErrorCodeStatistics = z.infer<typeof errorCodeStatistics>;

/** The period of the counted incidents, both ends inclusive. Not in the specification: sent only if the server announces `incident_periods`. */
const countedPeriod = z.object({ start_time: z.optional(utcInstant), end_time: z.optional(utcInstant) });

/**
 * Returns the statistics of all devices visible to the caller; null if there are no incidents. Fails: 400 when the end is before the start. Source: CALL-074,
 * OPEN-75.
 */
export const getIncidentErrorCodes = call({
  method: 'GET',
  path: 'incidents/analytics/error_codes',
  summary: 'Error codes of the incidents of all devices.',
  query: countedPeriod,
  answer: z.object({ result: z.nullish(errorCodeStatistics) }),
});

/** Maximum period whose incidents are counted by day, in days. */
export const MAX_CHARTED_DAYS = 800;
/** Maximum number of codes that are counted by day separately; all others are counted together. */
export const CHARTED_CODES = 5;

/**
 * Returns the number of incidents by day and error code in a period of at most 800 days (`MAX_CHARTED_DAYS`), both ends inclusive: the start of each step of
 * `step_days` days (1, 7 or 28, depending on the length of the period) in the `timezone` (IANA name) and, in the same order, the numbers for the most frequent
 * codes, then for all other codes together (`code` null). Announced as `incident_days`. Fails: 400 for a period that ends before it starts or is too long, and
 * for an unknown zone.
 */
export const getIncidentDays = call({
  method: 'GET',
  path: 'incidents/analytics/days',
  summary: 'Incidents of all devices by day and error code.',
  query: z.object({ start_time: utcInstant, end_time: utcInstant, timezone: z.string().check(z.maxLength(100)) }),
  answer: z.object({
    step_days: z.int().check(z.positive()),
    steps: z.array(instant),
    codes: z.array(z.object({ code: z.nullable(z.string()), counts: z.array(z.int().check(z.minimum(0))) })),
  }),
});

/** Returns the statistics of one device; null if there are no incidents. Fails: 404 unknown or not visible. Source: CALL-073, OPEN-75. */
export const getIncidentsOfMachine = call({
  method: 'GET',
  path: 'incidents/analytics/machine/{serial}',
  summary: 'Error codes of the incidents of a device.',
  query: countedPeriod,
  answer: z.object({ result: z.nullish(errorCodeStatistics) }),
});

/**
 * The incidents of a map by lane of its newest version, newest first, at most `MAX_NAMED_INCIDENTS` per lane, with `x` and `y` in metres if known. The total
 * also counts incidents outside the lanes. Extensions of this server: `incidents_per_lane` is the number of incidents per lane (without it, the length of the
 * list), `map_version` the map version on which an incident was recorded. Source: spec, Incident; OPEN-126.
 */
export const mapStatistics = z.object({
  calculated_at: instant,
  total_number_of_incidents: z.int().check(z.minimum(0)),
  lanes: z.nullish(
    z.record(
      z.string(),
      z.array(
        z.object({
          incident_id: z.string(),
          x: z.nullish(z.number()),
          y: z.nullish(z.number()),
          map_version: z.nullish(z.string()),
        }),
      ),
    ),
  ),
  incidents_per_lane: z.nullish(z.record(z.string(), z.int().check(z.minimum(0)))),
});
/** The incidents of a map by lane. */
export type MapStatistics = z.infer<typeof mapStatistics>;

/** Returns the incidents of one map; null if there are no incidents, and for a map that is unknown or not visible. Source: CALL-072, OPEN-74. */
export const getIncidentsOfMap = call({
  method: 'GET',
  path: 'incidents/analytics/map/{id}',
  summary: 'Incidents of a map by lane.',
  query: countedPeriod,
  answer: z.object({ result: z.nullish(mapStatistics) }),
});

/** Maximum number of devices in one export. */
export const MAX_EXPORT_DEVICES = 10_000;
/** Maximum number of incidents in one export; a spreadsheet sheet holds about a million rows. */
export const MAX_EXPORTED_INCIDENTS = 100_000;

/**
 * Returns the incidents of the given devices from `start_time` to `end_time`, both inclusive, oldest first, as a spreadsheet. Fails: 400 when the end is before
 * the start or for more than 100 000 incidents; 404 when a device is unknown or not visible. Source: CALL-078, OPEN-79, INC-078.
 */
export const postIncidentExport = call({
  method: 'POST',
  path: 'incidents/export',
  summary: 'A spreadsheet with the incidents of devices in a stretch of time.',
  body: z.object({
    machine_list: z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(MAX_EXPORT_DEVICES)),
    start_time: utcInstant,
    end_time: utcInstant,
  }),
  answer: z.unknown(),
  file: true,
  fileName: () => 'incident_export.xlsx',
  hasSideEffects: false,
});

/** The kinds of incident files. Source: OPEN-77. */
export const incidentFileKind = z.enum(['rosbag', 'depth', 'rosparam']);
/** A kind of incident file. */
export type IncidentFileKind = z.infer<typeof incidentFileKind>;

/** Returns the name of an incident file, also a path parameter of its download. Source: INC-036..038. */
export const incidentFileName = (kind: IncidentFileKind, incidentId: string) =>
  `${incidentId}.${({ rosbag: 'bag.gz', depth: 'dat', rosparam: 'json' } as const)[kind]}`;

/**
 * Returns a file of an incident; `a` is its kind, `b` its name; for a rosbag, this server also accepts the name of one of `files`. Fails: 400 unknown kind; 404
 * for a name of another kind, an incident that is unknown or not visible, and a missing file: rosbag and depth before the upload, rosparam before the first
 * configuration. Source: CALL-076, OPEN-77.
 */
export const getIncidentFile = call({
  method: 'GET',
  path: 'incidents/download/{a}/{b}',
  summary: 'A file of an incident.',
  answer: z.unknown(),
  file: true,
  fileName: ({ params }) => params['b'] ?? '',
});

/**
 * Runs step `x` again, or for the first time. Fails: 400 unknown step, 404 unknown or not visible, 409 when the data are not uploaded, the
 * step is running, or its result is final. Source: CALL-077, OPEN-78.
 */
export const getRetryPostProcessing = call({
  method: 'GET',
  path: 'incidents/post_processing/{id}/retry/{x}',
  summary: 'Retries one step of the post-processing.',
  answer: commandResponse,
  hasSideEffects: true,
});

/** The message of a mosaic rendering that succeeded and produced a video. Source: INC-048, MSG-105. */
export const RENDERED = 'Rendering successful';
/** Size of a response body, in bytes, up to which it contains no video. Source: INC-052. */
export const ABSENT_VIDEO_BYTES = 40;

/**
 * Returns the video of an incident, `video/mp4`; 200 with an empty body if there is none. The video is displayed, not saved, and never enters the event log.
 * Fails: 404 unknown or not visible. Source: CALL-079, OPEN-80, GAP-67.
 */
export const getIncidentVideo = call({
  method: 'GET',
  path: 'incidents/video/{incident_id}',
  summary: 'The video of an incident.',
  answer: z.unknown(),
  file: true,
  shown: true,
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const incidentCalls = {
  getIncidents,
  getIncident,
  getIncidentLogs,
  getIncidentErrorCodes,
  getIncidentDays,
  getIncidentsOfMachine,
  getIncidentsOfMap,
  getIncidentFile,
  getIncidentVideo,
  getRetryPostProcessing,
  postIncidentExport,
} as const;
