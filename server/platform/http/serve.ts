import type { Kysely } from 'kysely';
import { addressOf, type Call, type ParamsOf, type ParsedQueryOf, type ReplyOf } from '#contract/call';
import type { calls, CallName } from '#contract/catalogue/calls';
import { z } from '#contract/schema';
import type { Database } from '../database/tables.ts';
import { invalid } from '../failure/failure.ts';
import type { Principal, Scope, ScopedCaller } from '../principal.ts';
import { inEnglish } from '../schemaTexts.ts';

/** A request that a handler receives: parsed by the schemas of its call. */
export interface CallRequest<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query: ParsedQueryOf<C>;
  readonly body: z.output<C['body']>;
  /** The caller; `nobody` for a call that needs no token. */
  readonly caller: Principal;
  /**
   * The scope of the caller when it is first read; it does not change afterwards. A handler that awaits something before a decision must first read the scope
   * after the wait.
   */
  readonly scope: Scope;
  /** Idempotency key: a repeated id is the same request. */
  readonly requestId: string;
}

/** Reads the current caller and scope in the transaction that saves, on its connection. Source: UPLOADS1. */
type CallerNow = (tx: Kysely<Database>) => Promise<ScopedCaller>;

/** A request before validation. */
export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Principal;
  /** Returns the current scope of the caller. */
  readonly scopeNow: () => Scope;
  readonly requestId: string;
  /** For a call with a file, returns the current caller and scope. Throws if the sign-in or the right to the call has ended. */
  readonly callerNow?: CallerNow;
}

/** A call with its handler, ready to be registered. */
export interface Served<C extends Call = Call> {
  readonly call: C;
  readonly answer: (raw: RawRequest) => Promise<unknown>;
  /** Whether the call responds before the audit record is written, and works while the database is unavailable. */
  readonly isUrgent?: boolean;
  /** Called before the file of an upload is read; throws if the caller may not send it. */
  readonly mayReceive?: (raw: Omit<RawRequest, 'body'>) => Promise<void>;
}

/** One served call per call of the contract; a missing or misnamed one is a compile error. */
export type Handlers = { readonly [Name in CallName]: Served<(typeof calls)[Name]> };

/** Maximum length of a path parameter; no id or serial is longer. */
const MAX_PART = 200;
const parts = z.record(z.string(), z.string().check(z.minLength(1), z.maxLength(MAX_PART)));

function paramsOf<C extends Call>(target: C, raw: unknown): ParamsOf<C>;
function paramsOf(target: Call, raw: unknown): Readonly<Record<string, string>> {
  const found = parts.safeParse(raw ?? {});
  // PostgreSQL text cannot contain NUL.
  if (!found.success || Object.values(found.data).some((part) => part.includes('\0'))) throw invalid('path');
  addressOf(target, found.data);
  return found.data;
}

/** Parses a value by a schema. Throws 400 naming the first part that does not fit. */
export function fit<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const parsed = z.safeParse(schema, value ?? {}, inEnglish);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalid([where, ...(issue?.path ?? [])].map(String).join('.') + (issue === undefined ? '' : `: ${issue.message}`));
}

/** A request without its body. */
export type CallHead<C extends Call> = Omit<CallRequest<C>, 'body'>;

function readHead<C extends Call>(call: C, { params, query, caller, scopeNow, requestId }: Omit<RawRequest, 'body'>): CallHead<C> {
  let scope: Scope | undefined;
  return {
    params: paramsOf(call, params),
    query: fit<C['query']>(call.query, query, 'query'),
    caller,
    requestId,
    get scope() {
      return (scope ??= scopeNow());
    },
  };
}

/** Parses a request by the schemas of its call. Throws 400 when it is invalid. */
export function readRequest<C extends Call>(call: C, raw: RawRequest): CallRequest<C> {
  const head = readHead(call, raw);
  // Unlike a spread, this does not evaluate `scope`.
  return Object.assign(head, { body: fit<C['body']>(call.body, raw.body, 'body') });
}

/** Binds a call to its handler: parses the request by the schema of the call, passes on caller and scope, and types the response. */
export function serve<C extends Call>(call: C, handler: (request: CallRequest<C>) => Promise<ReplyOf<C>> | ReplyOf<C>): Served<C> {
  return { call, answer: async (raw) => handler(readRequest(call, raw)) };
}

const noCallerNow = () => Promise.reject(new Error('a call with a file is served over HTTP only'));

/**
 * Same as `serve`, for a call with a file: `mayReceive` throws, before the file is read, if the caller may not send a file. Receiving and reading a file take
 * minutes, so the handler checks the caller again, by `callerNow`, when it saves. Source: UPLOADS1.
 */
export function serveUpload<C extends Call>(
  call: C,
  mayReceive: (head: CallHead<C>) => Promise<void>,
  handler: (request: CallRequest<C>, callerNow: CallerNow) => Promise<ReplyOf<C>>,
): Served<C> {
  return {
    call,
    answer: async (raw) => handler(readRequest(call, raw), raw.callerNow ?? noCallerNow),
    mayReceive: (raw) => mayReceive(readHead(call, raw)),
  };
}

/** Same as `serve`, for an urgent call (stop). */
export function serveUrgently<C extends Call>(call: C, handler: (request: CallRequest<C>) => Promise<ReplyOf<C>>): Served<C> {
  return { ...serve(call, handler), isUrgent: true };
}
