import { getActiveTreatment, getMapData, getSimInfo, getStateData, getSwVersion } from './machine.ts';
import { instant, z } from './schema.ts';
import { wireState, type WireState } from './state.ts';

/** The first frame of the console on `/ws`; sent again on the same socket after every token renewal. Source: OPEN-13. */
export const authenticationFrame = z.object({ type: z.literal('authentication'), access_token: z.string() });
/** Subscribes to pushes; an empty list means every device visible to the user. Source: OPEN-14, LIVE-004, LIVE-005. */
export const subscribeFrame = z.object({
  type: z.literal('subscribe'),
  subscription_type: z.literal('UPDATE'),
  device_serials: z.array(z.string()),
});
/** The frames that the console sends. */
export const clientFrame = z.discriminatedUnion('type', [authenticationFrame, subscribeFrame]);
/** A frame that the console sends. */
export type ClientFrame = z.infer<typeof clientFrame>;

/** A push of a device's state. Source: OPEN-15, LIVE-007. */
export const stateFrame = z.object({ type: z.literal('state'), serial: z.string(), timestamp: instant, state: wireState });
/** A push of a device's state. */
export type StateFrame = { type: 'state'; serial: string; timestamp: string; state: WireState };

/** The device data groups, each with the response schema of the call of that name. Source: OPEN-16, LIVE-008. */
export const dataGroups = {
  sw_version: getSwVersion.answer,
  sim_info: getSimInfo.answer,
  map_data: getMapData.answer,
  active_treatment: getActiveTreatment.answer,
  state_data: getStateData.answer,
} as const;
/** The name of a device data group. */
export type DataGroup = keyof typeof dataGroups;
const dataFrameOf = <Group extends DataGroup>(group: Group) =>
  z.object({ type: z.literal('data'), serial: z.string(), data_group: z.literal(group), data: dataGroups[group] });
/** A push of one data group of a device. */
export const dataFrame = z.discriminatedUnion('data_group', [
  dataFrameOf('sw_version'),
  dataFrameOf('sim_info'),
  dataFrameOf('map_data'),
  dataFrameOf('active_treatment'),
  dataFrameOf('state_data'),
]);
/** A push of one data group of a device. */
export type DataFrame = z.infer<typeof dataFrame>;

/** A push. One text frame contains one push or an array of pushes, so that a server can batch. */
export type ServerPush = StateFrame | DataFrame;

/** Close code for an invalid, expired or revoked token. Source: OPEN-13. */
export const CLOSE_UNAUTHENTICATED = 4401;
/** Close code for a client that reads too slowly; after reconnecting it receives a new snapshot. */
export const CLOSE_TOO_SLOW = 4408;
/** Close code for a frame that the contract does not define. */
export const CLOSE_BAD_FRAME = 4400;
