/** Registers the calls of the contract below `/api`: request ids, refusal of prefetch requests, and the sign-in limit of networks. */

import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type Call, REQUEST_ID_HEADER } from '#contract/call';
import { z } from '#contract/schema';
import { callProblem, rightsOf } from '#domain/people/callRights';
import type { Database } from '../database/tables.ts';
import { notFound, forbidden, invalid, tooMany } from '../failure/failure.ts';
import { audited, type AuditedParts } from './audited.ts';
import { authorise, type TokenVerifier } from './authorise.ts';
import { noteSignedIn } from './connections.ts';
import { errorText } from './errors.ts';
import type { Handlers, Served } from './serve.ts';
import { MAX_FIELD_BYTES, MAX_FIELDS, MAX_UPLOAD_BYTES, requireUploadHead, withUpload } from './withUpload.ts';
import type { Principal, Scope } from '../principal.ts';
import type { Settings } from '../settings/settings.ts';
import type { WorkSlots } from '../limits/workSlots.ts';
import { createRateLimit } from '../limits/rateLimit.ts';
import { networkOf } from '../limits/clientAddress.ts';
import { answerPieces, isFew } from './answerPieces.ts';
import { sendFile, ServedFile } from './serveFile.ts';
import { createTurnQueue, sendText, ServedText, type TurnQueue } from './serveText.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { randomUUID } from 'node:crypto';

const REQUEST_ID = /^[A-Za-z0-9-]{1,64}$/;
/** Header values that browsers send with a prefetch. */
const AHEAD = /prefetch|prerender|preview/i;
const AHEAD_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** Rejects navigation and prefetch requests with 403: only scripts make calls, and a link or prefetch must have no side effects. */
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
export interface Registration extends AuditedParts {
  readonly handlers: Handlers;
  readonly identity: TokenVerifier & {
    readonly verifyForStop: TokenVerifier['verify'];
    readonly verifyAgain: (caller: Principal, tx: Kysely<Database>) => Promise<Principal>;
  };
  readonly presence: { readonly seen: (username: string) => void };
  /** Slots for files that are being received. */
  readonly uploadSlots: WorkSlots;
  /** Counts a call of a person; throws 429 when there were too many. */
  readonly countCall: (username: string) => void;
  readonly settings: Pick<Settings, 'SIGN_INS_PER_NETWORK'>;
  readonly now: () => number;
  /** Whether responses are validated against the contract: in tests, since that takes longer than everything else. */
  readonly checksAnswers: boolean;
}

const askedEmail = z.catch(z.object({ email: z.string() }), { email: '' });

// The limit per minute applies to an IP address together with an e-mail address, so that the typing errors of one person do not lock out a company behind one
// IP address.
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

/** A request whose caller is known. */
interface Known {
  readonly caller: Principal;
  readonly scopeNow: () => Scope;
  readonly requestId: string;
  readonly at: number;
}

/** Returns the caller of a request, using only its head. Throws before any of the body is read. */
async function identify(request: FastifyRequest, { call, isUrgent }: Served, registration: Registration): Promise<Known> {
  const { identity, presence, countCall, now } = registration;
  refusePrefetch(request.headers);
  const requestId = requestIdOf(request.headers);
  const at = now();
  const verifier = isUrgent === true ? { verify: identity.verifyForStop } : identity;
  const caller = await authorise(request.headers.authorization, call.access, verifier, at);
  if (caller.username !== '') {
    noteSignedIn(request.raw.socket);
    presence.seen(caller.username);
  }
  if (isUrgent !== true && caller.username !== '') countCall(caller.username);
  return { caller, scopeNow: () => registration.scopeOf(caller), requestId, at };
}

/** Throws 403 for a call that the role of its caller does not include. Source: RIGHT1. */
function requireRight({ call }: Served, { caller }: Pick<Known, 'caller'>): void {
  const problem = call.access === 'none' ? null : callProblem(call.name, rightsOf(caller.role));
  if (problem !== null) throw forbidden(problem);
}

/** Runs a call with its file, which is received once the caller may send it and has a slot. */
async function received(
  served: Served,
  request: FastifyRequest,
  { caller, scopeNow, requestId }: Known,
  { uploadSlots: slots, identity, scopeOf }: Registration,
): Promise<unknown> {
  const { params, query } = request;
  const callerNow = async (tx: Kysely<Database>) => {
    const again = await identity.verifyAgain(caller, tx);
    requireRight(served, { caller: again });
    return { caller: again, scope: scopeOf(again) };
  };
  const head = { params, query, caller, scopeNow, requestId, callerNow };
  await served.mayReceive?.(head);
  return slots(caller, () => withUpload(request, (body) => served.answer({ ...head, body })));
}

/** The dependencies that all calls of a server share. */
interface Shared {
  readonly limitNetwork: Hook;
  readonly turns: TurnQueue;
}

function registerOne(api: FastifyInstance, served: Served, registration: Registration, { limitNetwork, turns }: Shared): void {
  const { call } = served;
  const known = new WeakMap<FastifyRequest, Known>();
  const remember = async (request: FastifyRequest) => {
    known.set(request, await identify(request, served, registration));
    if (call.multipart) requireUploadHead(request);
  };
  api.route({
    method: call.method,
    // An anonymous call is limited by its body, so the limit applies after parsing.
    onRequest: call.access === 'none' ? limitNetwork : remember,
    url: `/${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: { ...limitOf(call), isUnlimited: served.isUrgent === true, ...(call.multipart ? { hasFile: 'person' as const } : {}) },
    handler: async (request, reply) => {
      const one = known.get(request) ?? (await identify(request, served, registration));
      const { params, query, body } = request;
      const run = async () => {
        requireRight(served, one);
        return call.multipart ? received(served, request, one, registration) : served.answer({ params, query, body, ...one });
      };
      const answer = await audited({ request, served, ...one }, registration, run);
      if (answer instanceof ServedFile) return sendFile(request, reply, answer.file);
      if (answer instanceof ServedText) return sendText(reply, answer.pieces, turns);
      const checked: unknown = registration.checksAnswers ? call.answer.parse(answer) : answer;
      return isFew(checked) ? reply.send(checked) : sendText(reply, answerPieces(checked), turns);
    },
  });
}

const limitOf = (call: Call) => (call.access === 'none' ? { rateLimit: loginLimit } : {});

/** Registers every call of the contract below `/api`. */
export async function registerCalls(app: FastifyInstance, registration: Registration): Promise<void> {
  await app.register(
    async (api) => {
      await api.register(rateLimit, { global: false });
      await api.register(multipart, { limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES } });
      api.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
      });
      const served: readonly Served[] = Object.values(registration.handlers);
      const shared = { limitNetwork: networkLimit(registration), turns: createTurnQueue() };
      for (const one of served) registerOne(api, one, registration, shared);
      api.setNotFoundHandler((_request, reply) => reply.code(404).send(errorText(notFound('there is no such call'))));
    },
    { prefix: '/api' },
  );
}
