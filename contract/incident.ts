import { call } from './call.ts';
import { acted } from './command.ts';
import { instant, pageQuery, utcInstant, z } from './schema.ts';

/** The steps of the post-processing, in their order: each needs the one before it. Source: spec, Incident; OPEN-78. */
export const postProcessingStep = z.enum(['data_parsing', 'log_parsing', 'mosaic_rendering']);
/** A step of the post-processing. */
export type PostProcessingStep = z.infer<typeof postProcessingStep>;

/**
 * What came of a step. While it runs `success` is false, `message` "Running" and no retry possible; a step that was cut off has no message.
 * Source: spec, Incident; GAP-66.
 */
export const postProcessingResult = z.object({
  success: z.boolean().nullish(),
  message: z.string().nullish(),
  retry_possible: z.boolean().nullish(),
});
/** What came of a step. */
export type PostProcessingResult = z.infer<typeof postProcessingResult>;

/**
 * A recorded fault. `error_code` is null when nothing failed (triggered by hand); `map_version` has nine parts; `node_id` is the lane node, or
 * another node outside the lanes; `data_store_id` is null until the upload begins, `files_id` until it ended; a step without a result is null.
 * Source: spec, Incident.
 */
export const incident = z.object({
  incident_id: z.string(),
  incident_time: instant,
  error_code: z.string().nullish(),
  machine_serial: z.string(),
  manually_triggered: z.boolean().nullish(),
  map_id: z.string().nullish(),
  map_version: z.string().nullish(),
  during_mission: z.union([z.boolean(), z.string()]).nullish(),
  treatment_id: z.string().nullish(),
  node_id: z.string().nullish(),
  incident_dashboard_url: z.string().nullish(),
  text_logging_url: z.string().nullish(),
  cleaned_text_logging_url: z.string().nullish(),
  data_store_id: z.string().nullish(),
  files_id: z.string().nullish(),
  record_version: z.union([z.string(), z.number()]).nullish(),
  /** When the upload of its data began and ended: instants; null for not yet. Another server may say it by true and false. */
  upload_results: z
    .object({ upload_started: z.union([z.string(), z.boolean()]).nullish(), upload_finished: z.union([z.string(), z.boolean()]).nullish() })
    .nullish(),
  post_processing_results: z
    .object({
      data_parsing: postProcessingResult.nullish(),
      log_parsing: postProcessingResult.nullish(),
      mosaic_rendering: postProcessingResult.nullish(),
    })
    .nullish(),
});
/** An empty record stands for no incident. Source: spec, 'Incident Not Found' is shown when the record is empty. */
const noIncident = z.strictObject({}).transform(() => null);
/** A recorded fault. */
export type Incident = z.infer<typeof incident>;

/** Longest part of an id by which the list of incidents is filtered, in characters. */
export const MAX_ID_PART = 200;

/**
 * Incidents, newest first; every filter that is given narrows, and `total` counts what all of them leave. An id or serial the caller may not see
 * gives an empty list, as an unknown one does. The last four go beyond the documents: they are sent only where the server announces
 * `incident_filters`. 400 for a value that is none, and when the end lies before the start. Source: CALL-071, OPEN-73, GAP-32, GAP-63.
 */
export const getIncidents = call({
  method: 'GET',
  path: 'incidents/all',
  summary: 'Incidents, newest first.',
  query: pageQuery.extend({
    machine_serial: z.string().optional(),
    map_id: z.string().optional(),
    treatment_id: z.string().optional(),
    error_code: z.string().optional(),
    /** Whether there is a video: its mosaic was rendered, as `RENDERED` says. */
    has_video: z.enum(['true', 'false']).optional(),
    /** Incidents from this instant on. */
    start_time: utcInstant.optional(),
    /** Incidents up to this instant, itself included. */
    end_time: utcInstant.optional(),
    /** A part of the id, in any case; each character stands for itself. */
    incident_id_contains: z.string().min(1).max(MAX_ID_PART).optional(),
  }),
  answer: z.object({ total: z.number().int().min(0), incidents: z.array(incident) }),
});

/** One incident; null for an unknown or foreign one. Source: CALL-075, OPEN-76. */
export const getIncident = call({
  method: 'GET',
  path: 'incidents/detail/{id}',
  summary: 'One incident.',
  answer: z.object({ incident: z.union([incident, noIncident]).nullish() }),
});

/** How often each error code occurred: the ids of its incidents, newest first. Incidents triggered by hand have no code and do not count. */
export const errorCodeStatistics = z.object({
  calculated_at: instant,
  total_number_of_incidents: z.number().int().min(0),
  /** One item for each incident; what an item is the documents leave open. */
  per_error_code: z.record(z.string(), z.array(z.unknown())).nullish(),
});
/** How often each error code occurred. */
export type ErrorCodeStatistics = z.infer<typeof errorCodeStatistics>;

/** Over all devices the caller may see; null without incidents. Source: CALL-074, OPEN-75. */
export const getIncidentErrorCodes = call({
  method: 'GET',
  path: 'incidents/analytics/error_codes',
  summary: 'Error codes of the incidents of all devices.',
  answer: z.object({ result: errorCodeStatistics.nullish() }),
});

/** Of one device; null without incidents. 404 unknown or foreign. Source: CALL-073, OPEN-75. */
export const getIncidentsOfMachine = call({
  method: 'GET',
  path: 'incidents/analytics/machine/{serial}',
  summary: 'Error codes of the incidents of a device.',
  answer: z.object({ result: errorCodeStatistics.nullish() }),
});

/**
 * Where on a map incidents happened: by lane node id, newest first, `x`, `y` in metres. The total also counts those outside the lanes.
 * Source: spec, Incident; OPEN-126.
 */
export const mapStatistics = z.object({
  calculated_at: instant,
  total_number_of_incidents: z.number().int().min(0),
  lanes: z.record(z.string(), z.array(z.object({ incident_id: z.string(), x: z.number().nullish(), y: z.number().nullish() }))).nullish(),
});
/** Where on a map incidents happened. */
export type MapStatistics = z.infer<typeof mapStatistics>;

/** Of one map; null without incidents, and for an unknown or foreign map. Source: CALL-072, OPEN-74. */
export const getIncidentsOfMap = call({
  method: 'GET',
  path: 'incidents/analytics/map/{id}',
  summary: 'Incidents of a map by lane.',
  answer: z.object({ result: mapStatistics.nullish() }),
});

/** How many devices one export may name. */
export const MAX_EXPORT_DEVICES = 10_000;
/** How many incidents one export may hold; a sheet of a spreadsheet has room for a million lines. */
export const MAX_EXPORTED_INCIDENTS = 100_000;

/**
 * The incidents of some devices from `start_time` to `end_time`, both included, oldest first, as a spreadsheet. 400 when the end lies before the
 * start and for more than 100 000 incidents; 404 when one of the devices is unknown or foreign. Source: CALL-078, OPEN-79, INC-078.
 */
export const postIncidentExport = call({
  method: 'POST',
  path: 'incidents/export',
  summary: 'A spreadsheet with the incidents of devices in a stretch of time.',
  body: z.object({ machine_list: z.array(z.string().min(1)).min(1).max(MAX_EXPORT_DEVICES), start_time: utcInstant, end_time: utcInstant }),
  answer: z.unknown(),
  file: true,
  fileName: () => 'incident_export.xlsx',
  acts: false,
});

/** The kinds of files of an incident. Source: OPEN-77. */
export const incidentFileKind = z.enum(['rosbag', 'depth', 'rosparam']);
/** A kind of files of an incident. */
export type IncidentFileKind = z.infer<typeof incidentFileKind>;

/** The name of a file of an incident; it stands in the path of its download. Source: INC-036..038. */
export const incidentFileName = (kind: IncidentFileKind, incidentId: string) =>
  `${incidentId}.${({ rosbag: 'bag.gz', depth: 'dat', rosparam: 'json' } as const)[kind]}`;

/**
 * A file of an incident; `a` is its kind, `b` its name. 400 for another kind; 404 for a name that is not one of the kind, an unknown or foreign
 * incident, and for what is not there: rosbag and depth before the upload, rosparam before there was a configuration. Source: CALL-076, OPEN-77.
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
 * Runs one step again, or for the first time; `x` is the step. 400 for another step, 404 unknown or foreign, 409 when it is not possible: the
 * data are not uploaded, the step before has not succeeded, it runs, or its result cannot change. Source: CALL-077, OPEN-78.
 */
export const getRetryPostProcessing = call({
  method: 'GET',
  path: 'incidents/post_processing/{id}/retry/{x}',
  summary: 'Retries one step of the post-processing.',
  answer: acted,
  acts: true,
});

/** The message of a mosaic that has a video. Source: INC-048, MSG-105. */
export const RENDERED = 'Rendering successful';
/** A video is there when its body is longer, in bytes. Source: INC-052. */
export const ABSENT_VIDEO_BYTES = 40;

/**
 * The video of an incident, `video/mp4`; without one 200 with an empty body. 404 unknown or foreign. It is shown, not saved, and never enters
 * the log. Source: CALL-079, OPEN-80, GAP-67.
 */
export const getIncidentVideo = call({
  method: 'GET',
  path: 'incidents/video/{incident_id}',
  summary: 'The video of an incident.',
  answer: z.unknown(),
  file: true,
  shown: true,
});
