/** Frames of the WebSocket `/ws`: authentication, subscribe, stop; pushes of states, data, results; close codes, subprotocols. */

import { dataGroups } from './dataGroup.ts';
import { instant, z } from '../schema.ts';
import { optionalState, type WireState } from './state.ts';

/** The first frame that the console sends on `/ws`, and sends again on the same socket after every token renewal. Source: OPEN-13. */
export const authenticationFrame = z.object({ type: z.literal('authentication'), access_token: z.string() });
/** Subscribes to pushes of the listed devices; an empty list means all devices visible to the user. Source: OPEN-14, LIVE-004, LIVE-005. */
export const subscribeFrame = z.object({
  type: z.literal('subscribe'),
  subscription_type: z.literal('UPDATE'),
  device_serials: z.array(z.string()),
});
/**
 * Stops a device over the open socket, like `stop_immediately` with this request id. The server answers with two `stop` pushes: one on receipt, one with the
 * outcome. Not in the specification: sent only to a server that announces `socket_stop`; with any other server, the console uses the call.
 */
export const stopFrame = z.object({
  type: z.literal('stop'),
  request_id: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)),
  device_serial: z.string().check(z.minLength(1), z.maxLength(200)),
});
/** A stop over the socket. */
export type StopFrame = z.infer<typeof stopFrame>;
/** The frames that the console sends. */
export const clientFrame = z.discriminatedUnion('type', [authenticationFrame, subscribeFrame, stopFrame]);
/** A frame that the console sends. */
export type ClientFrame = z.infer<typeof clientFrame>;

/** A push of a device's state. Source: OPEN-15, LIVE-007. */
export const stateFrame = z.object({ type: z.literal('state'), serial: z.string(), timestamp: instant, state: optionalState });
/** A push of a device's state. */
export type StateFrame = { type: 'state'; serial: string; timestamp: string; state: WireState };

/** A push of one data group of a device. */
export const dataFrame = z.union(Object.values(dataGroups).map(({ push }) => push));
/** A push of one data group of a device. */
export type DataFrame = z.infer<typeof dataFrame>;

/**
 * The answer to a stop that was sent over the socket: `status` is null on receipt, then the HTTP status that the call would have returned, with `success` from
 * its body or the `error` text.
 */
export const stopAnswer = z.object({
  type: z.literal('stop'),
  request_id: z.string(),
  status: z.nullable(z.number()),
  success: z.nullish(z.boolean()),
  error: z.nullish(z.string()),
});
/** The answer to a stop that was sent over the socket. */
export type StopAnswer = z.infer<typeof stopAnswer>;

/**
 * A push. A text frame contains one push or, with `JSON_PROTOCOL`, also an array of pushes, so that a server can batch. The console accepts both on every
 * socket.
 */
export type ServerPush = StateFrame | DataFrame;

/**
 * WebSocket subprotocol of column frames: with it, the server's frames are binary (`streams/columnFrame`). Not in the specification: offered only to a server
 * that announces `column_frames`; text frames are also accepted on such a connection.
 */
export const COLUMN_PROTOCOL = 'orangery.columns.1';
/**
 * WebSocket subprotocol of JSON frames with one push or an array of pushes. Offered together with `COLUMN_PROTOCOL`, because a browser fails a connection whose
 * server selects none of the offered subprotocols.
 */
export const JSON_PROTOCOL = 'orangery.json';

/** Close code for an invalid, expired or revoked token. Source: OPEN-13. */
export const CLOSE_UNAUTHENTICATED = 4401;
/** Close code for a client that reads too slowly; after reconnecting it receives a new snapshot. */
export const CLOSE_TOO_SLOW = 4408;
/** Close code for a frame that the contract does not define. */
export const CLOSE_BAD_FRAME = 4400;
