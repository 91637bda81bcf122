/**
 * Treatments (`treatment`, `treatmentJob`): finish status, lists by device and day, event analysis, map layers, crop state, synchronisation and recalculation.
 */

import { call } from '../call.ts';
import { commandResponse } from '../command.ts';
import { job } from './dataGroup.ts';
import { featureCollection } from '../map.ts';
import { hasOlder, instant, optionalInstant, paged, pageQuery, utcInstant, z } from '../schema.ts';

/** The newest version of the treatment format; devices with older software report an older one. Source: TRT-019. */
export const TREATMENT_VERSION = 3;

/** An event of a treatment. `data.no_recovery_reason` is the reason why the device did not recover from a failure. Source: spec, Treatment; OPEN-115. */
const treatmentEvent = z.object({
  event_name: z.nullish(z.string()),
  time: optionalInstant,
  level: z.nullish(z.string()),
  message: z.nullish(z.string()),
  data: z.nullish(z.record(z.string(), z.unknown())),
});

/** Maximum of light, in seconds or joules per square metre, so that sums over all jobs stay finite. */
const MAX_LIGHT = 1_000_000_000;

/** A job with the light given to its lane: seconds, and joules per square metre; missing in older formats. Source: spec, Treatment; OPEN-55. */
export const treatmentJob = z.extend(job, {
  treatment_time: z.nullish(z.number().check(z.minimum(0), z.maximum(MAX_LIGHT))),
  dosage: z.nullish(z.number().check(z.minimum(0), z.maximum(MAX_LIGHT))),
});
/** A job with the light given to its lane. */
export type TreatmentJob = z.infer<typeof treatmentJob>;

const treatmentStats = z.object({
  coverage: z.nullish(z.number()),
  reached_end: z.nullish(z.boolean()),
  total_treated: z.nullish(z.number()),
  total_failed: z.nullish(z.number()),
  total_asked: z.nullish(z.number()),
});

/** A treatment. `stats.coverage` is a fraction 0..1, lanes are counts, times are instants, `wait_time` is in seconds. Source: spec, Treatment; OPEN-114. */
export const treatment = z.object({
  id: z.string(),
  treatment_id: z.nullish(z.string()),
  creation_time: instant,
  start_time: optionalInstant,
  finish_time: optionalInstant,
  wait_time: z.nullish(z.number()),
  in_progress: z.nullish(z.boolean()),
  version: z.nullish(z.union([z.string(), z.number()])),
  original_version: z.nullish(z.union([z.string(), z.number()])),
  /** '' while the treatment is running, then fully_completed, partially_completed, stopped, paused or failed; any other word is shown unchanged. */
  finish_status: z.nullish(z.string()),
  device_serials: z.array(z.string()),
  /** The names of the devices in `device_serials`, in the same order. */
  device_names: z.nullish(z.array(z.nullish(z.string()))),
  map_id: z.nullish(z.string()),
  map_name: z.nullish(z.string()),
  map_version: z.nullish(z.string()),
  mission_id: z.nullish(z.string()),
  treatment_type: z.nullish(z.string()),
  /** The unit of the dosages of the jobs; if it is missing, the unit of the treatment type applies. An extension of this server. */
  dosage_unit: z.nullish(z.string()),
  test_mission: z.nullish(z.boolean()),
  settings: z.nullish(z.object({ mission_id: z.nullish(z.string()) })),
  stats: z.nullish(
    z.extend(treatmentStats, {
      accurately_calculated: z.nullish(z.boolean()),
      /** The counts that the device reported; the other stats are calculated from the jobs. An extension of this server. */
      reported: z.nullish(treatmentStats),
    }),
  ),
  jobs: z.nullish(z.array(treatmentJob)),
  events: z.nullish(z.array(treatmentEvent)),
});
/** A treatment. */
export type Treatment = z.infer<typeof treatment>;

/** Returns the treatments of the last 24 hours, newest first. Source: CALL-085, OPEN-87. */
export const getTreatmentsLastDay = call({
  method: 'GET',
  path: 'treatment/last_day',
  summary: 'Treatments created or running in the last 24 hours, newest first.',
  answer: z.object({ result: z.array(treatment), from_dt: optionalInstant, to_dt: optionalInstant, has_older: hasOlder }),
});

/**
 * Returns the treatments, newest first; `from` and `to` bound the creation time. The list is empty for a serial that is unknown or not visible. `events` holds
 * only the events with a `no_recovery_reason`. Source: CALL-080, OPEN-81, OPEN-34.
 */
export const getTreatmentAll = call({
  method: 'GET',
  path: 'treatment/all',
  summary: 'Treatments, newest first.',
  query: z.extend(pageQuery, {
    from: z.optional(utcInstant),
    to: z.optional(utcInstant),
    device_serial: z.optional(z.string()),
    map_id: z.optional(z.string()),
  }),
  answer: paged(treatment),
});

/** Returns a treatment with its jobs and events. Fails: 404 unknown or not visible. Source: CALL-086, OPEN-82. */
export const getTreatmentDetail = call({
  method: 'GET',
  path: 'treatment/{id}/detail',
  summary: 'A treatment with its jobs and events.',
  answer: z.object({ result: treatment }),
});

/**
 * Recalculates the stats from the jobs; if there are no jobs, the counts of the device are kept. Fails: 404 unknown or not visible. Source: CALL-083, OPEN-83.
 */
export const getRecalculateStats = call({
  method: 'GET',
  path: 'treatment/{id}/recalculate_stats',
  summary: 'Counts the stats of a treatment anew.',
  answer: z.object({ result: treatment }),
  hasSideEffects: true,
});

/** Deletes the stats until they are recalculated; the console does not use this call. Fails: 404 unknown or not visible. Source: CALL-088, OPEN-84, GAP-70. */
export const getDeleteStats = call({
  method: 'GET',
  path: 'treatment/{id}/delete_stats',
  summary: 'Forgets the stats of a treatment.',
  answer: z.object({ result: z.boolean() }),
  hasSideEffects: true,
});

/** An entry of the event analysis of a treatment; `robot` is the serial, the first key of `data` is `message`. Source: spec, Event; OPEN-85. */
export const treatmentHappening = z.object({
  time: optionalInstant,
  /** One of `eventLevel`; an unknown level is shown unchanged. */
  level: z.nullish(z.string()),
  robot: z.nullish(z.string()),
  user: z.nullish(z.string()),
  data: z.optional(z.unknown()),
});
/** An entry of the event analysis of a treatment. */
export type TreatmentHappening = z.infer<typeof treatmentHappening>;

/**
 * Returns the device events and commands during a treatment, oldest first; at most the newest 1,000 of each. Fails: 404 unknown or not visible. Source:
 * CALL-084, OPEN-85.
 */
export const getEventAnalysis = call({
  method: 'GET',
  path: 'treatment/{id}/event_analysis',
  summary: 'What happened during a treatment, oldest first.',
  answer: z.object({ result: z.array(treatmentHappening), has_older: hasOlder }),
});

/** The layers that can be drawn over the lanes of a treatment. */
export const treatmentLayerName = z.enum(['treatment_time', 'dosage']);
/** A layer that can be drawn over the lanes of a treatment. */
export type TreatmentLayerName = z.infer<typeof treatmentLayerName>;

/**
 * Returns the lanes of a treatment that received light, with `object_id`, `value` and `unit` (`s` for a time; for a dosage the treatment's own unit, or `J/m²`
 * for a light treatment, otherwise none); empty for an unknown plan or an older format. Fails: 400 unknown layer, 404 unknown or not visible. Source: CALL-082,
 * OPEN-55.
 */
export const getTreatmentLayer = call({
  method: 'GET',
  path: 'treatment/crop_state/{id}/{layer}',
  summary: 'Treatment time or dosage of the lanes of a treatment.',
  answer: z.object({ treatment_layer: featureCollection }),
});

/**
 * Returns the gutters of a map with `gutter`, `state` and `calculated_at`; `state` is the share 0..1 of adjacent lanes that were treated in the last 7 days.
 * Fails: 404 for a map or version that is unknown or not visible. Source: CALL-081, OPEN-54.
 */
export const getCropState = call({
  method: 'GET',
  path: 'treatment/crop_state',
  summary: 'State of the crop of a map, calculated now.',
  query: z.object({ map_id: z.string(), map_version: z.string() }),
  answer: z.object({ crop_state: featureCollection }),
});

/** Returns a complete treatment as `treatment_{id}.json`. Fails: 404 unknown or not visible. Source: CALL-087, OPEN-86. */
export const getTreatmentDownload = call({
  method: 'GET',
  path: 'treatment/{id}/download',
  summary: 'A file of one treatment.',
  answer: treatment,
  file: true,
  fileName: ({ params }) => `treatment_${params['id']}.json`,
});

/** Requests all treatments from a device; responds once the device has sent them, or after 5 s. Fails: 404 unknown, 409 offline. Source: CALL-006, OPEN-33. */
export const getTreatmentsSync = call({
  method: 'GET',
  path: 'machine/{serial}/treatments/sync',
  summary: 'Lets a device send its treatments.',
  answer: commandResponse,
  hasSideEffects: true,
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const treatmentCalls = {
  getTreatmentsLastDay,
  getTreatmentAll,
  getTreatmentDownload,
  getTreatmentsSync,
  getTreatmentDetail,
  getRecalculateStats,
  getDeleteStats,
  getEventAnalysis,
  getTreatmentLayer,
  getCropState,
} as const;
