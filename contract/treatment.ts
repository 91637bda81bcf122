import { call } from './call.ts';
import { acted } from './command.ts';
import { job } from './machine.ts';
import { featureCollection } from './map.ts';
import { instant, optionalInstant, paged, pageQuery, utcInstant, z } from './schema.ts';

/** The form in which treatments are kept. Devices with older software tell them in an older one, which is converted. Source: TRT-019. */
export const TREATMENT_VERSION = 3;

/** How a treatment ended; empty while it runs. Source: spec, Treatment finish_status. */
export const finishStatus = z.enum(['fully_completed', 'partially_completed', 'stopped', 'paused', 'failed']);

/** What a device reported about a treatment. `data.no_recovery_reason` says why it did not recover from a failure. Source: spec, Treatment; OPEN-115. */
const treatmentEvent = z.object({
  event_name: z.string().nullish(),
  time: optionalInstant,
  level: z.string().nullish(),
  message: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
});

/** More light than any lane gets, in seconds or joules per square metre; the sum of all jobs stays a number. */
const MAX_LIGHT = 1_000_000_000;

/** A job with the light its lane got by it: seconds, and joules per square metre. Missing where an older form did not tell. Source: spec, Treatment; OPEN-55. */
export const treatmentJob = job.extend({
  treatment_time: z.number().min(0).max(MAX_LIGHT).nullish(),
  dosage: z.number().min(0).max(MAX_LIGHT).nullish(),
});
/** A job with the light its lane got by it. */
export type TreatmentJob = z.infer<typeof treatmentJob>;

/** A treatment. `stats.coverage` is a fraction 0..1, lanes are counts, times are instants, `wait_time` seconds. Source: spec, Treatment; OPEN-114. */
export const treatment = z.object({
  id: z.string(),
  treatment_id: z.string().nullish(),
  creation_time: instant,
  start_time: optionalInstant,
  finish_time: optionalInstant,
  wait_time: z.number().nullish(),
  in_progress: z.boolean().nullish(),
  version: z.union([z.string(), z.number()]).nullish(),
  original_version: z.union([z.string(), z.number()]).nullish(),
  finish_status: z.union([finishStatus, z.literal('')]).nullish(),
  device_serials: z.array(z.string()),
  device_names: z.array(z.string()).nullish(),
  map_id: z.string().nullish(),
  map_name: z.string().nullish(),
  map_version: z.string().nullish(),
  mission_id: z.string().nullish(),
  treatment_type: z.string().nullish(),
  test_mission: z.boolean().nullish(),
  settings: z.object({ mission_id: z.string().nullish() }).nullish(),
  stats: z
    .object({
      coverage: z.number().nullish(),
      reached_end: z.boolean().nullish(),
      total_treated: z.number().nullish(),
      total_failed: z.number().nullish(),
      accurately_calculated: z.boolean().nullish(),
      total_asked: z.number().nullish(),
    })
    .nullish(),
  jobs: z.array(treatmentJob).nullish(),
  events: z.array(treatmentEvent).nullish(),
});
/** A treatment. */
export type Treatment = z.infer<typeof treatment>;

/** Treatments of the last 24 hours, newest first. Source: CALL-085, OPEN-87. */
export const getTreatmentsLastDay = call({
  method: 'GET',
  path: 'treatment/last_day',
  summary: 'Treatments created or running in the last 24 hours, newest first.',
  answer: z.object({ result: z.array(treatment), from_dt: optionalInstant, to_dt: optionalInstant }),
});

/**
 * Treatments, newest first; `from` and `to` bound the creation. A serial the caller may not see gives an empty list, as an unknown one does.
 * `events` holds those with a reason for no recovery. Source: CALL-080, OPEN-81, OPEN-34.
 */
export const getTreatmentAll = call({
  method: 'GET',
  path: 'treatment/all',
  summary: 'Treatments, newest first.',
  query: pageQuery.extend({
    from: utcInstant.optional(),
    to: utcInstant.optional(),
    device_serial: z.string().optional(),
    map_id: z.string().optional(),
  }),
  answer: paged(treatment),
});

/** A treatment with its jobs and events. 404 unknown or foreign. Source: CALL-086, OPEN-82. */
export const getTreatmentDetail = call({
  method: 'GET',
  path: 'treatment/{id}/detail',
  summary: 'A treatment with its jobs and events.',
  answer: z.object({ result: treatment }),
});

/** Counts the stats of a treatment anew from its jobs; without jobs what its device counted stands. 404 unknown or foreign. Source: CALL-083, OPEN-83. */
export const getRecalculateStats = call({
  method: 'GET',
  path: 'treatment/{id}/recalculate_stats',
  summary: 'Counts the stats of a treatment anew.',
  answer: z.object({ result: treatment }),
  acts: true,
});

/** Forgets the stats of a treatment until they are recalculated. 404 unknown or foreign. No screen uses it. Source: CALL-088, OPEN-84, GAP-70. */
export const getDeleteStats = call({
  method: 'GET',
  path: 'treatment/{id}/delete_stats',
  summary: 'Forgets the stats of a treatment.',
  answer: z.object({ result: z.boolean() }),
  acts: true,
});

/** Something that happened during a treatment; `robot` is the serial, `data` begins with the `message`. Source: spec, Event; OPEN-85. */
export const treatmentHappening = z.object({
  time: optionalInstant,
  /** One of `eventLevel`; a level of another server is shown as it is. */
  level: z.string().nullish(),
  robot: z.string().nullish(),
  user: z.string().nullish(),
  data: z.unknown().optional(),
});
/** Something that happened during a treatment. */
export type TreatmentHappening = z.infer<typeof treatmentHappening>;

/**
 * What happened during a treatment, oldest first: what its device wrote down, and the commands of people. Of more than 1,000 of
 * either the newest are left out. 404 unknown or foreign. Source: CALL-084, OPEN-85.
 */
export const getEventAnalysis = call({
  method: 'GET',
  path: 'treatment/{id}/event_analysis',
  summary: 'What happened during a treatment, oldest first.',
  answer: z.object({ result: z.array(treatmentHappening) }),
});

/** What is drawn over the lanes of a treatment. */
export const treatmentLayerName = z.enum(['treatment_time', 'dosage']);
/** What is drawn over the lanes of a treatment. */
export type TreatmentLayerName = z.infer<typeof treatmentLayerName>;

/**
 * The lanes of a treatment that got light, each with `object_id`, `value` and `unit` (`s` or `J/m²`); empty where its plan is not known or an
 * older form did not tell. 400 for another layer, 404 unknown or foreign. Source: CALL-082, OPEN-55.
 */
export const getTreatmentLayer = call({
  method: 'GET',
  path: 'treatment/crop_state/{id}/{layer}',
  summary: 'Treatment time or dosage of the lanes of a treatment.',
  answer: z.object({ treatment_layer: featureCollection }),
});

/**
 * The gutters of a map with `gutter`, `state` and `calculated_at`: the share 0..1 of the lanes beside a gutter that were treated in the last 7
 * days. 404 unknown or foreign map or version. Source: CALL-081, OPEN-54.
 */
export const getCropState = call({
  method: 'GET',
  path: 'treatment/crop_state',
  summary: 'State of the crop of a map, calculated now.',
  query: z.object({ map_id: z.string(), map_version: z.string() }),
  answer: z.object({ crop_state: featureCollection }),
});

/** All that is known of a treatment, as `treatment_{id}.json`. 404 unknown or foreign. Source: CALL-087, OPEN-86. */
export const getTreatmentDownload = call({
  method: 'GET',
  path: 'treatment/{id}/download',
  summary: 'A file of one treatment.',
  answer: treatment,
  file: true,
  fileName: ({ params }) => `treatment_${params['id']}.json`,
});

/** Lets a device send its treatments anew; answers when it has, or after 5 s. 404 unknown, 409 offline. Source: CALL-006, OPEN-33. */
export const getTreatmentsSync = call({
  method: 'GET',
  path: 'machine/{serial}/treatments/sync',
  summary: 'Lets a device send its treatments.',
  answer: acted,
  acts: true,
});
