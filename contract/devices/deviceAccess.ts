/** The requests of an external MQTT broker about a device: connect, publish, subscribe. They are not part of the console's API. */

import { writtenNumber, z } from '../schema.ts';

/** The path of the call by which an external broker checks the access of a device; it is not part of the console's API. Source: OUTSIDE1. */
export const deviceAccessPath = '/device-access';

const text = z.string().check(z.maxLength(2_000));

/**
 * The request of a broker. Without `topic`, it checks whether a client may connect; with `topic`, whether the client may publish or subscribe to the topic.
 * `acc` is Mosquitto's number for the access: 1 and 4 receive, 2 publishes.
 */
export const accessQuestion = z.object({
  username: text,
  password: z.nullish(text),
  clientid: z.nullish(text),
  topic: z.nullish(text),
  action: z.nullish(z.enum(['publish', 'subscribe'])),
  acc: z.nullish(writtenNumber()),
});
/** The request of a broker. */
export type AccessQuestion = z.infer<typeof accessQuestion>;

/**
 * The answer to a broker, in the formats of EMQX (`result`) and mosquitto-go-auth (`ok`). `ignore` means that the client is not a device, so another part of
 * the broker decides.
 */
export const accessAnswer = z.object({ result: z.enum(['allow', 'deny', 'ignore']), ok: z.boolean() });
/** The answer to a broker. */
export type AccessAnswer = z.infer<typeof accessAnswer>;
