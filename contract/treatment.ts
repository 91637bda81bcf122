import { call } from './call.ts';
import { acted } from './command.ts';
import { job } from './machine.ts';
import { instant, paged, pageQuery, z } from './schema.ts';

/** How a treatment ended; empty while it runs. Source: spec, Treatment finish_status. */
export const finishStatus = z.enum(['fully_completed', 'partially_completed', 'stopped', 'paused', 'failed']);

/** What a device told about a treatment. `data.no_recovery_reason` says why it did not recover from a failure. Source: spec, Treatment; OPEN-115. */
const treatmentEvent = z.object({
  time: instant,
  level: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).nullish(),
});

/** A treatment. `stats.coverage` is a fraction 0..1, lanes are counts, times are instants, `wait_time` seconds. Source: spec, Treatment; OPEN-114. */
export const treatment = z.object({
  id: z.string(),
  treatment_id: z.string().nullish(),
  creation_time: instant,
  start_time: instant.nullish(),
  finish_time: instant.nullish(),
  wait_time: z.number().nullish(),
  in_progress: z.boolean().nullish(),
  version: z.union([z.string(), z.number()]),
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
  jobs: z.array(job).nullish(),
  events: z.array(treatmentEvent).nullish(),
});
/** A treatment. */
export type Treatment = z.infer<typeof treatment>;

/** Treatments of the last 24 hours, newest first. Source: CALL-085, OPEN-87. */
export const getTreatmentsLastDay = call({
  method: 'GET',
  path: 'treatment/last_day',
  summary: 'Treatments created or running in the last 24 hours, newest first.',
  answer: z.object({ result: z.array(treatment), from_dt: instant, to_dt: instant }),
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
    from: instant.optional(),
    to: instant.optional(),
    device_serial: z.string().optional(),
    map_id: z.string().optional(),
  }),
  answer: paged(treatment),
});

/** All that is known of a treatment, as `treatment_{id}.json`. 404 unknown or foreign. Source: CALL-087, OPEN-86. */
export const getTreatmentDownload = call({
  method: 'GET',
  path: 'treatment/{id}/download',
  summary: 'A treatment as a file.',
  answer: treatment,
  file: true,
});

/** Lets a device send its treatments anew; answers when it has, or after 5 s. 404 unknown, 409 offline. Source: CALL-006, OPEN-33. */
export const getTreatmentsSync = call({
  method: 'GET',
  path: 'machine/{serial}/treatments/sync',
  summary: 'Lets a device send its treatments.',
  answer: acted,
  acts: true,
});
