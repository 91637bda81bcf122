import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Call, REQUEST_ID_HEADER } from '#contract/call';
import { z } from '#contract/schema';
import { notFound, forbidden, invalid, tooMany } from '../failure.ts';
import type { Audit } from '../audit/audit.ts';
import type { RetryQueue } from '../database/retryQueue.ts';
import { audited } from './audited.ts';
import { authorise, type TokenVerifier } from './authorise.ts';
import { errorText } from './errors.ts';
import type { Handlers, Served } from './serve.ts';
import { MAX_UPLOAD_BYTES, withUpload } from './withUpload.ts';
import type { Settings } from '../settings.ts';
import { createRateLimit } from '../limits/rateLimit.ts';
import { networkOf } from '../limits/clientAddress.ts';
import { sendFile, ServedFile } from './serveFile.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { randomUUID } from 'node:crypto';

const REQUEST_ID = /^[A-Za-z0-9-]{1,64}$/;
/** Header values that browsers send with a prefetch. */
const AHEAD = /prefetch|prerender|preview/i;
const AHEAD_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** Rejects navigation and prefetch requests with 403: calls are only made by script, and a link or prefetch must have no side effects. */
function refusePrefetch(headers: IncomingHttpHeaders): void {
  if (headers['sec-fetch-mode'] === 'navigate') throw forbidden('a call is not a page');
  if (AHEAD_HEADERS.some((name) => AHEAD.test(String(headers[name] ?? '')))) throw forbidden('a call is not fetched ahead');
}

/** Returns the request id of the header, or a new one. Throws 400 for an invalid id. */
function requestIdOf(headers: IncomingHttpHeaders): string {
  const id = headers[REQUEST_ID_HEADER];
  if (id === undefined) return randomUUID();
  if (typeof id !== 'string' || !REQUEST_ID.test(id)) throw invalid(`${REQUEST_ID_HEADER}: 1 to 64 letters, digits or hyphens`);
  return id;
}

const LOGIN_ATTEMPTS_PER_MINUTE = 10;
const SECONDS_PER_MINUTE = 60;

/** Dependencies of the call registration. */
export interface Registration {
  readonly handlers: Handlers;
  readonly identity: TokenVerifier & { readonly verifyForStop: TokenVerifier['verify'] };
  readonly audit: Audit;
  readonly retries: RetryQueue;
  readonly presence: { readonly seen: (username: string) => void };
  /** Counts a call of a person; throws 429 when there were too many. */
  readonly countCall: (username: string) => void;
  readonly settings: Pick<Settings, 'SIGN_INS_PER_NETWORK'>;
  readonly now: () => number;
  /** Whether responses are validated against the contract; off in production. */
  readonly checksAnswers: boolean;
}

const askedEmail = z.catch(z.object({ email: z.string() }), { email: '' });

// Ten per IP and e-mail: typing errors of one person do not lock out a company behind one IP address.
const loginLimit = {
  max: LOGIN_ATTEMPTS_PER_MINUTE,
  timeWindow: '1 minute',
  hook: 'preHandler',
  keyGenerator: (request: FastifyRequest) => `${request.ip} ${askedEmail.parse(request.body).email.trim().toLowerCase()}`,
} as const;

/** Returns a hook that limits the sign-ins of a network: many addresses of one customer, or many e-mails of one address. */
function networkLimit({ settings, now }: Registration): (request: FastifyRequest) => Promise<void> {
  const burst = settings.SIGN_INS_PER_NETWORK;
  const limit = createRateLimit({ perSecond: burst / SECONDS_PER_MINUTE, burst }, now);
  return async ({ ip }) => {
    const wait = limit.waitSeconds(networkOf(ip));
    if (wait > 0) throw tooMany('too many attempts', wait);
  };
}

type Hook = ReturnType<typeof networkLimit>;

function registerOne(api: FastifyInstance, served: Served, registration: Registration, limitNetwork: Hook): void {
  const { call } = served;
  const { identity, audit, retries, presence, now } = registration;
  const verifier = served.isUrgent === true ? { verify: identity.verifyForStop } : identity;
  api.route({
    method: call.method,
    ...(call.access === 'none' ? { onRequest: limitNetwork } : {}),
    url: `/${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: { ...limitOf(call), isUnlimited: served.isUrgent === true, hasFile: call.multipart },
    handler: async (request, reply) => {
      refusePrefetch(request.headers);
      const requestId = requestIdOf(request.headers);
      const { params, query, headers } = request;
      const at = now();
      const caller = await authorise(headers.authorization, call.access, verifier, at);
      if (caller.username !== '') presence.seen(caller.username);
      if (served.isUrgent !== true && caller.username !== '') registration.countCall(caller.username);
      const act = { request, served, caller, requestId, at };
      const run = (body: unknown) => audited(act, audit, retries, () => served.answer({ params, query, body, caller, requestId }));
      const answer = await (call.multipart ? withUpload(request, run) : run(request.body));
      if (answer instanceof ServedFile) return sendFile(reply, answer.file);
      return reply.send(registration.checksAnswers ? call.answer.parse(answer) : answer);
    },
  });
}

const limitOf = (call: Call) => (call.access === 'none' ? { rateLimit: loginLimit } : {});

/** Registers every call of the contract below `/api`. */
export async function registerCalls(app: FastifyInstance, registration: Registration): Promise<void> {
  await app.register(
    async (api) => {
      await api.register(rateLimit, { global: false });
      await api.register(multipart, { limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 0 } });
      api.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
      });
      const served: readonly Served[] = Object.values(registration.handlers);
      const limitNetwork = networkLimit(registration);
      for (const one of served) registerOne(api, one, registration, limitNetwork);
      api.setNotFoundHandler((_request, reply) => reply.code(404).send(errorText(notFound('there is no such call'))));
    },
    { prefix: '/api' },
  );
}
