/** The load of `stop`, in a worker: requests at 95 % of the maximum rate, over a number of connections. */

import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from '#contract/schema';

/** The parameters of a load: URLs, token, number of connections, requests per second; null `perSecond` sends as many as possible. */
export const loadShape = z.object({
  urls: z.array(z.string()),
  token: z.string(),
  connections: z.number(),
  perSecond: z.nullable(z.number()),
});
/** The parameters of a load. */
export type LoadShape = z.infer<typeof loadShape>;

const BEAT_MS = 5;
const SECOND_MS = 1_000;

/** Sends requests until the worker ends, in its own thread so that it does not delay the measurement; reports the responses of each second. */
function load({ urls, token, connections, perSecond }: LoadShape, report: (answered: number) => void): void {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { authorization: `Bearer ${token}` };
  let answered = 0;
  let sent = 0;
  const send = (next: () => void) => {
    const url = urls[sent % urls.length] ?? '';
    sent += 1;
    const end = () => {
      answered += 1;
      next();
    };
    request(url, { agent, headers }, (reply) => reply.resume().on('end', end))
      .on('error', next)
      .end();
  };
  if (perSecond === null) {
    const again = () => send(() => setImmediate(again));
    for (let connection = 0; connection < connections; connection += 1) again();
  } else {
    const startedAt = performance.now();
    setInterval(() => {
      const due = Math.floor(((performance.now() - startedAt) / SECOND_MS) * perSecond);
      for (let missing = due - sent; missing > 0; missing -= 1) send(() => undefined);
    }, BEAT_MS);
  }
  setInterval(() => {
    report(answered);
    answered = 0;
  }, SECOND_MS);
}

if (parentPort !== null) load(loadShape.parse(workerData), (answered) => parentPort?.postMessage(answered, []));
