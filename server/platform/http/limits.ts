/** Rate limits on requests per address and per person (429), and time limits on bodies. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createFailure } from '../failure/catalogue.ts';
import { createRateLimit } from '../limits/rateLimit.ts';
import type { Settings } from '../settings/settings.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests to this route are neither limited nor counted. */
    isUnlimited?: boolean;
    /**
     * The sender of the file in the body, if the body is a file. A person's upload may take minutes; a device's, which may be on a mobile network, an hour.
     */
    hasFile?: 'person' | 'device';
  }
}

type FileTimes = Readonly<Record<'person' | 'device', number>>;

/** Burst size, in seconds of the rate. */
const BURST_SECONDS = 4;
/** Maximum time for a body without a file, and for a body with a file of a person or a device, in ms. */
const BODY_MS = 10_000;
export const FILE_MS: FileTimes = { person: 300_000, device: 3_600_000 };

/** Creates the function that counts a call of a person and throws 429 if there were too many. */
export function personLimit({ REQUESTS_PER_PERSON: perSecond }: Settings, now: () => number): (username: string) => void {
  const limit = createRateLimit({ perSecond, burst: perSecond * BURST_SECONDS }, now);
  return (username) => {
    const wait = limit.waitSeconds(username);
    if (wait > 0) throw createFailure('tooManyRequests', wait);
  };
}

/** Ends the connection if a body does not arrive in time. The response to a complete request may take any time. */
function limitBody(request: FastifyRequest, bodyMs: number, fileMs: FileTimes): void {
  const { hasFile } = request.routeOptions.config;
  // Completeness is checked only when the time is over: a request without a body is not yet complete when its headers arrive, and nobody reads its end.
  const timer = setTimeout(() => void (request.raw.complete || request.raw.destroy()), hasFile === undefined ? bodyMs : fileMs[hasFile]);
  const clear = () => clearTimeout(timer);
  request.raw.once('end', clear).once('close', clear);
}

/** Limits the requests of an address (429 with `Retry-After`) and the time for a body. Routes with `isUnlimited` (stop) are not limited. */
export function registerLimits(
  app: FastifyInstance,
  { REQUESTS_PER_ADDRESS: perSecond }: Pick<Settings, 'REQUESTS_PER_ADDRESS'>,
  now: () => number,
  bodyMs = BODY_MS,
  fileMs = FILE_MS,
): void {
  const limit = createRateLimit({ perSecond, burst: perSecond * BURST_SECONDS }, now);
  app.addHook('onRequest', async (request) => {
    limitBody(request, bodyMs, fileMs);
    if (request.routeOptions.config.isUnlimited === true) return;
    const wait = limit.waitSeconds(request.ip);
    if (wait > 0) throw createFailure('tooManyRequests', wait);
  });
}
