import type { Call } from '../call.ts';
import {
  activeTreatment,
  availableMap,
  getActiveTreatment,
  getMapData,
  getSimInfo,
  getStateData,
  getSwVersion,
  simInfo,
  softwareInfo,
  stateData,
} from './machine.ts';
import { instant, z } from '../schema.ts';

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

/** The device data groups, each with its call and with what a device reports. Source: OPEN-16, LIVE-008. */
export const dataGroups = {
  sw_version: dataGroup('sw_version', getSwVersion, softwareInfo),
  sim_info: dataGroup('sim_info', getSimInfo, z.nullable(simInfo)),
  map_data: dataGroup('map_data', getMapData, z.record(z.string(), availableMap)),
  active_treatment: dataGroup('active_treatment', getActiveTreatment, z.nullable(activeTreatment)),
  state_data: dataGroup('state_data', getStateData, stateData),
} as const;
/** The name of a device data group. */
export type DataGroup = keyof typeof dataGroups;
