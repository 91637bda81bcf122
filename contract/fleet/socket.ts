import { dataGroups } from './dataGroup.ts';
import { instant, z } from '../schema.ts';
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

/** A push of one data group of a device. */
export const dataFrame = z.union(Object.values(dataGroups).map(({ push }) => push));
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
