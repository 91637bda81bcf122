import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from '#contract/schema';

const heavyRequest = z.object({
  lanes: z.number(),
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  headers: z.record(z.string(), z.string()),
  body: z.nullable(z.instanceof(Uint8Array)),
});
const RETRY_MS = 10;

/** Sends a heavy request of `largeMap.ts` repeatedly until the worker ends, in its own thread so that it does not delay the measurement. */
function send({ lanes, url, method, headers, body }: z.infer<typeof heavyRequest>): void {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const again = () => {
    const sent = request(url, { method, headers: { ...headers, 'content-length': body?.byteLength ?? 0 }, agent }, (reply) =>
      reply.resume().on('end', () => setTimeout(again, RETRY_MS)),
    );
    sent.on('error', () => setTimeout(again, RETRY_MS));
    sent.end(body ?? undefined);
  };
  for (let lane = 0; lane < lanes; lane += 1) again();
}

if (parentPort !== null) send(heavyRequest.parse(workerData));
