/**
 * The data groups of a device (software, SIM, maps on the device, active treatment with its jobs, WiFi and site), each with its call, its push and its report.
 */

import { call, type Call } from '../call.ts';
import { instant, optionalInstant, z } from '../schema.ts';

/** Software of a device; `software_status` is a string, not a boolean. Source: spec, Software info; OPEN-26. */
export const softwareInfo = z.object({
  software_version: z.nullish(z.string()),
  software_hash: z.nullish(z.string()),
  /** `True`, `False`, `MissingExpected`, `PI_error` or `NUC_error`. */
  software_status: z.nullish(z.string()),
  software_manually_started: z.nullish(z.boolean()),
});
/** Software of a device. */
export type SoftwareInfo = z.infer<typeof softwareInfo>;
/** Returns the software version of a device; null before its first report. Source: CALL-009. */
export const getSwVersion = call({
  method: 'GET',
  path: 'machine/{serial}/sw_version',
  summary: 'Software version and status of a device.',
  answer: z.object({ sw_version: z.nullish(softwareInfo) }),
});

/** SIM of a device; `ctd_data_usage` in bytes. Source: spec, SIM info; OPEN-29. */
export const simInfo = z.object({
  customer: z.nullish(z.string()),
  rate_plan: z.nullish(z.string()),
  status: z.nullish(z.string()),
  ctd_data_usage: z.nullish(z.number()),
  overage_limit_reached: z.nullish(z.boolean()),
  overage_limit_override: z.nullish(z.union([z.boolean(), z.string()])),
});
/** SIM of a device. */
export type SimInfo = z.infer<typeof simInfo>;
/** Returns the SIM data of a device; `sim_info.sim_info` is null without a SIM. Source: CALL-012. */
export const getSimInfo = call({
  method: 'GET',
  path: 'machine/{serial}/sim_info',
  summary: 'SIM card of a device.',
  answer: z.object({ sim_info: z.nullish(z.object({ sim_info: z.nullish(simInfo) })) }),
});

/** A map on a device: version of nine parts, validity, and errors by name. Source: spec, Available map. */
export const availableMap = z.object({ version: z.string(), valid: z.boolean(), errors: z.nullish(z.record(z.string(), z.string())) });
/** A map on a device. */
export type AvailableMap = z.infer<typeof availableMap>;
/** Returns the maps on a device by map id; `time` is the instant of the device's report, null before the first. Source: CALL-013, OPEN-30. */
export const getMapData = call({
  method: 'GET',
  path: 'machine/{serial}/map_data',
  summary: 'Maps on a device.',
  answer: z.object({ time: optionalInstant, available_maps: z.record(z.string(), availableMap) }),
});

/** One job of a treatment. A `waiting` job has its delay in seconds after ' - '. Source: spec, Treatment; GAP-25. */
export const job = z.object({
  job_type: z.nullish(z.string()),
  object_id: z.nullish(z.string()),
  /** `QUEUED`, `FAILED` or `COMPLETED`; any other word is shown unchanged. */
  status: z.nullish(z.string()),
  error_code: z.nullish(z.string()),
  gutter: z.nullish(z.union([z.string(), z.number()])),
});
/** One job of a treatment. */
export type Job = z.infer<typeof job>;
/**
 * The current treatment of a device. It is never sent in parts: if not all jobs fit in a message, the device reports the jobs around the current one. Source:
 * spec, Active treatment.
 */
export const activeTreatment = z.object({
  treatment_id: z.string(),
  settings: z.nullish(z.object({ mission_id: z.nullish(z.string()) })),
  start_time: optionalInstant,
  creation_time: instant,
  jobs: z.nullish(z.array(job)),
});
/** The current treatment of a device. */
export type ActiveTreatment = z.infer<typeof activeTreatment>;
/** Returns the current treatment of a device; null if there is none. Source: CALL-010, OPEN-27. */
export const getActiveTreatment = call({
  method: 'GET',
  path: 'machine/{serial}/active_treatment',
  summary: 'Treatment a device is working on.',
  answer: z.object({ active_treatment: z.nullish(activeTreatment) }),
});

/** WiFi and site of a device, under the device's literal keys, which contain a slash. Source: CALL-011, OPEN-28. */
export const stateData = z.object({
  has_wifi: z.nullish(z.boolean()),
  'site/site_id': z.nullish(z.string()),
  'site/site_version': z.nullish(z.string()),
});
/** Returns WiFi and site of a device. Source: CALL-011. */
export const getStateData = call({
  method: 'GET',
  path: 'machine/{serial}/state_data',
  summary: 'Wifi and site of a device.',
  answer: stateData,
});

/** Declares a data group: its call, its push with the response of that call, and the message in which a device reports it. */
const dataGroup = <const Name extends string, Answer extends z.ZodMiniType, Reported extends z.ZodMiniType>(
  name: Name,
  answeredBy: Call<string, z.ZodMiniType, z.ZodMiniType, Answer>,
  reported: Reported,
) => ({
  name,
  call: answeredBy,
  push: z.object({ type: z.literal('data'), serial: z.string(), data_group: z.literal(name), data: answeredBy.answer }),
  message: z.object({ data_group: z.literal(name), time: instant, data: reported }),
});

/** The data groups of a device, each with its call, its push and the message in which a device reports it. Source: OPEN-16, LIVE-008. */
export const dataGroups = {
  sw_version: dataGroup('sw_version', getSwVersion, softwareInfo),
  sim_info: dataGroup('sim_info', getSimInfo, z.nullable(simInfo)),
  map_data: dataGroup('map_data', getMapData, z.record(z.string(), availableMap)),
  active_treatment: dataGroup('active_treatment', getActiveTreatment, z.nullable(activeTreatment)),
  state_data: dataGroup('state_data', getStateData, stateData),
} as const;
/** The name of a device data group. */
export type DataGroup = keyof typeof dataGroups;

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const dataGroupCalls = { getSwVersion, getSimInfo, getMapData, getActiveTreatment, getStateData } as const;
