import { z } from '../schema.ts';

/** Path of the call by which a broker of one's own asks about a device, beside the console's API. Source: OUTSIDE1. */
export const deviceAccessPath = '/device-access';

const text = z.string().check(z.maxLength(2_000));

/**
 * The request of a broker: without `topic` whether a client may connect, with it whether it may publish to a topic or subscribe to it. `acc` is
 * Mosquitto's number for it: 1 and 4 receive, 2 publishes.
 */
export const accessQuestion = z.object({
  username: text,
  password: z.nullish(text),
  clientid: z.nullish(text),
  topic: z.nullish(text),
  action: z.nullish(z.enum(['publish', 'subscribe'])),
  acc: z.nullish(z.coerce.number()),
});
/** The request of a broker. */
export type AccessQuestion = z.infer<typeof accessQuestion>;

/** The answer, as EMQX (`result`) and mosquitto-go-auth (`ok`) read it. `ignore`: no device, so that another part of the broker decides. */
export const accessAnswer = z.object({ result: z.enum(['allow', 'deny', 'ignore']), ok: z.boolean() });
/** The answer to a broker. */
export type AccessAnswer = z.infer<typeof accessAnswer>;
