import { z } from '#contract/schema';

/** PEM texts; `ca` is null where devices show no certificate. */
const certificate = z.object({ cert: z.string(), key: z.string(), ca: z.nullable(z.string()) });

/** What the server says to the process of the broker. */
export const toBroker = z.discriminatedUnion('kind', [
  /** `nats` makes the broker a gateway: it puts the messages of devices into the stream. */
  z.object({
    kind: z.literal('open'),
    secret: z.string(),
    host: z.string(),
    port: z.number(),
    innerPort: z.number(),
    certificate: z.nullable(certificate),
    nats: z.nullable(z.string()),
  }),
  /** What the listener shows from now on. */
  z.object({ kind: z.literal('certificate'), certificate }),
  /** Comes with the connection of a request for a WebSocket, which waits for `answer`. */
  z.object({ kind: z.literal('upgrade'), id: z.number(), headers: z.record(z.string(), z.string()), head: z.string() }),
  /** The connection of a request is in no other process any more. */
  z.object({ kind: z.literal('answer'), id: z.number() }),
  z.object({ kind: z.literal('endWebSockets') }),
  /** `isKnown` is null where it cannot be decided now. */
  z.object({ kind: z.literal('known'), id: z.number(), isKnown: z.nullable(z.boolean()) }),
  z.object({ kind: z.literal('disconnect'), serial: z.string() }),
  z.object({ kind: z.literal('command'), id: z.number(), serial: z.string(), payload: z.string() }),
]);
export type ToBroker = z.infer<typeof toBroker>;

/** What the process of the broker says to the server. */
export const fromBroker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), port: z.number(), innerPort: z.number() }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
  z.object({ kind: z.literal('token'), id: z.number(), serial: z.string(), token: z.string() }),
  /** Whether the device of a command is connected here. */
  z.object({ kind: z.literal('handed'), id: z.number(), isHeld: z.boolean() }),
  /** What became of a connection of a device, and why. */
  z.object({
    kind: z.literal('connection'),
    serial: z.string(),
    change: z.enum(['connected', 'disconnected', 'refused']),
    reason: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('result'), serial: z.string(), payload: z.string() }),
]);
export type FromBroker = z.infer<typeof fromBroker>;
