import { addressOf, type Call, type ParamsOf, type ParsedQueryOf, type ReplyOf } from '#contract/call';
import type { calls, CallName } from '#contract/calls';
import { z } from '#contract/schema';
import { invalid } from '../failure.ts';
import type { Principal } from '../principal.ts';

/** A request as a handler receives it: parsed by the contract. */
export interface CallRequest<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query: ParsedQueryOf<C>;
  readonly body: z.output<C['body']>;
  /** The caller; `nobody` for a call that needs no token. */
  readonly caller: Principal;
  /** The id of this act: the same id again is the same act. */
  readonly requestId: string;
}

/** A request before the contract looked at it. */
interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Principal;
  readonly requestId: string;
}

/** A call with its handler, ready to be registered. */
export interface Served<C extends Call = Call> {
  readonly call: C;
  readonly answer: (raw: RawRequest) => Promise<unknown>;
  /** Answered before it is written down, and without a database that is away. */
  readonly isUrgent?: boolean;
}

/** One served call for each call of the contract: one that is missing, or stands under another's name, does not compile. */
export type Handlers = { readonly [Name in CallName]: Served<(typeof calls)[Name]> };

/** Longest path part that is looked at; no id or serial is longer. */
const MAX_PART = 200;
const parts = z.record(z.string(), z.string().min(1).max(MAX_PART));

function paramsOf<C extends Call>(target: C, raw: unknown): ParamsOf<C>;
function paramsOf(target: Call, raw: unknown): Readonly<Record<string, string>> {
  const found = parts.safeParse(raw ?? {});
  // PostgreSQL knows no NUL in a text.
  if (!found.success || Object.values(found.data).some((part) => part.includes('\0'))) throw invalid('path');
  addressOf(target, found.data);
  return found.data;
}

function fit<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const parsed = z.safeParse(schema, value ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalid([where, ...(issue?.path ?? [])].map(String).join('.') + (issue === undefined ? '' : `: ${issue.message}`));
}

/** Reads a request by its call; throws the failure for the caller when it does not fit. */
export function readRequest<C extends Call>(call: C, { params, query, body, caller, requestId }: RawRequest): CallRequest<C> {
  return {
    params: paramsOf(call, params),
    query: fit<C['query']>(call.query, query, 'query'),
    body: fit<C['body']>(call.body, body, 'body'),
    caller,
    requestId,
  };
}

/** Binds a call of the contract to its handler: what goes in is parsed, what comes out has the answer's type. */
export function serve<C extends Call>(call: C, handler: (request: CallRequest<C>) => Promise<ReplyOf<C>> | ReplyOf<C>): Served<C> {
  return { call, answer: async (raw) => handler(readRequest(call, raw)) };
}

/** The same for a call that nothing may hold up. */
export function serveUrgently<C extends Call>(call: C, handler: (request: CallRequest<C>) => Promise<ReplyOf<C>>): Served<C> {
  return { ...serve(call, handler), isUrgent: true };
}
