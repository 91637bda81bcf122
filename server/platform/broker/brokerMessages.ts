/** The messages between the server and the broker's process, in both directions. */

import { z } from '#contract/schema';

/** PEM texts; `ca` is null if devices show no certificate. */
const certificate = z.object({ cert: z.string(), key: z.string(), ca: z.nullable(z.string()) });

/** A message from the server to the broker process. */
export const toBroker = z.discriminatedUnion('kind', [
  /** `nats` makes the broker a gateway: it stores the messages of devices in the stream. */
  z.object({
    kind: z.literal('open'),
    secret: z.string(),
    host: z.string(),
    port: z.number(),
    innerPort: z.number(),
    certificate: z.nullable(certificate),
    nats: z.nullable(z.string()),
  }),
  /** The certificate that the listener shows from now on. */
  z.object({ kind: z.literal('certificate'), certificate }),
  /** Sent together with the connection of a WebSocket request; the connection waits for `answer`. */
  z.object({ kind: z.literal('upgrade'), id: z.number(), headers: z.record(z.string(), z.string()), head: z.string() }),
  /** Sent once no other process holds the connection of the request. */
  z.object({ kind: z.literal('answer'), id: z.number() }),
  z.object({ kind: z.literal('endWebSockets') }),
  /** The result of a token check; `isKnown` is null if it cannot be decided now. */
  z.object({ kind: z.literal('known'), id: z.number(), isKnown: z.nullable(z.boolean()) }),
  z.object({ kind: z.literal('disconnect'), serial: z.string() }),
  z.object({ kind: z.literal('command'), id: z.number(), serial: z.string(), payload: z.string() }),
]);
export type ToBroker = z.infer<typeof toBroker>;

/** A message from the broker process to the server. */
export const fromBroker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), port: z.number(), innerPort: z.number() }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
  z.object({ kind: z.literal('token'), id: z.number(), serial: z.string(), token: z.string() }),
  /** The response to a command: whether its device is connected here. */
  z.object({ kind: z.literal('handed'), id: z.number(), isHeld: z.boolean() }),
  /** A change of a device's connection, and its reason. */
  z.object({
    kind: z.literal('connection'),
    serial: z.string(),
    change: z.enum(['connected', 'disconnected', 'refused']),
    reason: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('result'), serial: z.string(), payload: z.string() }),
]);
export type FromBroker = z.infer<typeof fromBroker>;
