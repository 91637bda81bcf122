import { call } from '../call.ts';
import { instant, optionalInstant, z } from '../schema.ts';
import { RAW_STATE_PATH } from './rawState.ts';
import { deviceState, wireState } from './state.ts';

/** Live state by serial, with entries only for connected devices. Source: CALL-025, OPEN-05. */
export const getMachines = call({
  method: 'GET',
  path: 'machines',
  summary: 'Live state of every connected device the caller may see.',
  answer: z.object({ result: z.record(z.string(), deviceState) }),
});

/** The newest state of one device. Fails: 404 before its first report. Source: CALL-007, OPEN-24. */
export const getRawState = call({
  method: 'GET',
  path: RAW_STATE_PATH,
  summary: 'Newest reported state of one device.',
  answer: z.object({ state: wireState, timestamp: instant, is_live: z.nullish(z.boolean()) }),
});

/** Robot platform state of a DIV01; null for other types. Source: CALL-008, OPEN-25. */
export const getRpState = call({
  method: 'GET',
  path: 'machine/{serial}/rp_state',
  summary: 'Robot platform state of a DIV01.',
  answer: z.object({ rp_state: z.nullish(z.record(z.string(), z.unknown())), timestamp: optionalInstant }),
});

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
/** Software version of a device; null before its first report. Source: CALL-009. */
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
/** SIM of a device; `sim_info.sim_info` is null without a SIM. Source: CALL-012. */
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
/** The maps on a device by map id; `time` is the instant of the device's report, null before the first. Source: CALL-013, OPEN-30. */
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
  status: z.nullish(z.enum(['QUEUED', 'FAILED', 'COMPLETED'])),
  error_code: z.nullish(z.string()),
  gutter: z.nullish(z.union([z.string(), z.number()])),
});
/** One job of a treatment. */
export type Job = z.infer<typeof job>;
/** The current treatment of a device. Source: spec, Active treatment. */
export const activeTreatment = z.object({
  treatment_id: z.string(),
  settings: z.nullish(z.object({ mission_id: z.nullish(z.string()) })),
  start_time: optionalInstant,
  creation_time: instant,
  jobs: z.nullish(z.array(job)),
});
/** The current treatment of a device. */
export type ActiveTreatment = z.infer<typeof activeTreatment>;
/** The current treatment of a device; null without one. Source: CALL-010, OPEN-27. */
export const getActiveTreatment = call({
  method: 'GET',
  path: 'machine/{serial}/active_treatment',
  summary: 'Treatment a device is working on.',
  answer: z.object({ active_treatment: z.nullish(activeTreatment) }),
});

/** One period in state error; `stop_time` is null while it continues. Source: spec, Error overview entry. */
export const errorPeriod = z.object({
  start_time: instant,
  stop_time: optionalInstant,
  duration_seconds: z.nullish(z.number()),
  next_state: z.nullish(z.string()),
});
/** One period in state error. */
export type ErrorPeriod = z.infer<typeof errorPeriod>;
/** Error periods of the last `hours` hours (the console requests 48), newest first. Source: CALL-005, OPEN-23. */
export const getErrorOverview = call({
  method: 'GET',
  path: 'machine/{serial}/error_overview/{hours}',
  summary: 'Periods in state error, newest first.',
  answer: z.object({ result: z.array(errorPeriod) }),
});

/** Wifi and site of a device, with the device's literal keys, which contain a slash. Source: CALL-011, OPEN-28. */
export const stateData = z.object({
  has_wifi: z.nullish(z.boolean()),
  'site/site_id': z.nullish(z.string()),
  'site/site_version': z.nullish(z.string()),
});
/** Wifi and site of a device. Source: CALL-011. */
export const getStateData = call({
  method: 'GET',
  path: 'machine/{serial}/state_data',
  summary: 'Wifi and site of a device.',
  answer: stateData,
});

/** The calls of this file; `calls.ts` joins those of all files. */
export const machineCalls = {
  getMachines,
  getRawState,
  getRpState,
  getSwVersion,
  getSimInfo,
  getMapData,
  getActiveTreatment,
  getErrorOverview,
  getStateData,
} as const;
