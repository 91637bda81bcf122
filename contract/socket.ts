import { getActiveTreatment, getMapData, getSimInfo, getStateData, getSwVersion } from './machine.ts';
import { instant, z } from './schema.ts';
import { wireState, type WireState } from './state.ts';

/** First frame of the console on `/ws`, and again on the same socket after every renewal. Source: OPEN-13. */
export const authenticationFrame = z.object({ type: z.literal('authentication'), access_token: z.string() });
/** Asks for pushes; an empty list means every device the person may see. Source: OPEN-14, LIVE-004, LIVE-005. */
export const subscribeFrame = z.object({
  type: z.literal('subscribe'),
  subscription_type: z.literal('UPDATE'),
  device_serials: z.array(z.string()),
});
/** What the console may send. */
export const clientFrame = z.discriminatedUnion('type', [authenticationFrame, subscribeFrame]);
/** What the console may send. */
export type ClientFrame = z.infer<typeof clientFrame>;

/** A push of a device's state. Source: OPEN-15, LIVE-007. */
export const stateFrame = z.object({ type: z.literal('state'), serial: z.string(), timestamp: instant, state: wireState });
/** A push of a device's state. */
export type StateFrame = { type: 'state'; serial: string; timestamp: string; state: WireState };

/** The groups of device data, each with the answer of the machine call of that name. Source: OPEN-16, LIVE-008. */
export const dataGroups = {
  sw_version: getSwVersion.answer,
  sim_info: getSimInfo.answer,
  map_data: getMapData.answer,
  active_treatment: getActiveTreatment.answer,
  state_data: getStateData.answer,
} as const;
/** The name of a group of device data. */
export type DataGroup = keyof typeof dataGroups;
const dataFrameOf = <Group extends DataGroup>(group: Group) =>
  z.object({ type: z.literal('data'), serial: z.string(), data_group: z.literal(group), data: dataGroups[group] });
/** A push of one group of a device's data. */
export const dataFrame = z.discriminatedUnion('data_group', [
  dataFrameOf('sw_version'),
  dataFrameOf('sim_info'),
  dataFrameOf('map_data'),
  dataFrameOf('active_treatment'),
  dataFrameOf('state_data'),
]);
/** A push of one group of a device's data. */
export type DataFrame = z.infer<typeof dataFrame>;

/** A push. One text frame carries one push or an array of them, so that a server can batch. */
export type ServerPush = StateFrame | DataFrame;

/** Close code for a bad, expired or revoked token. Source: OPEN-13. */
export const CLOSE_UNAUTHENTICATED = 4401;
/** Close code for a client that reads too slowly; it may reconnect and is then given a fresh snapshot. */
export const CLOSE_TOO_SLOW = 4408;
/** Close code for a frame the contract does not know. */
export const CLOSE_BAD_FRAME = 4400;
