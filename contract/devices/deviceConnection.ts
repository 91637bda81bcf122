/** The connection of a device: robot address, newest messages and how each was read, connection changes, and traffic. */

import { call } from '../call.ts';
import { noticeField } from '../fleet/notice.ts';
import { instant, z } from '../schema.ts';

/** An address to which robots connect; `note` states its peculiarities. */
const robotAddress = z.object({ name: z.string(), url: z.string(), note: z.nullish(z.string()) });
/** An address to which robots connect. */
export type RobotAddress = z.infer<typeof robotAddress>;

/** A message as received. `payload` is its beginning, with secrets masked. `acknowledged_ms` is null until the message is acknowledged. */
const receivedMessage = z.object({
  received_at: instant,
  /** Below `devices/{serial}/`. */
  topic: z.string(),
  /** Bytes. */
  size: z.int(),
  payload: z.string(),
  /** `read`, `partly` (some fields were ignored), or `dropped` (the whole message was ignored); any other word is shown unchanged. */
  outcome: z.string(),
  /** Reason for which the message was dropped, unless a field contains the reason. */
  reason: z.nullish(z.string()),
  /** The fields of the message that were ignored. */
  losses: z.array(noticeField),
  /** Unknown fields, and the defaults that replace missing fields. */
  remarks: z.array(noticeField),
  acknowledged_ms: z.nullable(z.number()),
});
/** A message as received. */
export type ReceivedMessage = z.infer<typeof receivedMessage>;

/** The beginning, end or refusal of a connection, with its reason in plain words. */
const connectionChange = z.object({ at: instant, kind: z.enum(['connected', 'disconnected', 'refused']), reason: z.nullish(z.string()) });
/** The beginning, end or refusal of a connection. */
export type ConnectionChange = z.infer<typeof connectionChange>;

/** The newest messages and connections of a device, newest first. */
export const deviceTraffic = z.object({ messages: z.array(receivedMessage), connections: z.array(connectionChange) });

/**
 * Returns the connection of a device and its traffic, for users who may create an access token for it: its messages and connections, newest first, recorded
 * since `known_since`. `is_connected` is null when the broker does not report it. `clock_offset_ms` is the time by which the device's clock is ahead, in ms.
 * Fails: 403 for other roles, 404 unknown or not visible. An extension of this server, announced as `device_connection`.
 */
export const getDeviceConnection = call({
  method: 'GET',
  path: 'device_management/{serial}/connection',
  summary: 'How a device connects, its newest messages, and how each was read.',
  answer: z.extend(deviceTraffic, {
    addresses: z.array(robotAddress),
    username: z.string(),
    known_since: instant,
    is_connected: z.nullable(z.boolean()),
    clock_offset_ms: z.nullish(z.number()),
  }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const deviceConnectionCalls = { getDeviceConnection } as const;
