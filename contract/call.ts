/**
 * Declares calls and their types. `call()` takes path parameters, query, body and answer; `Access`, `ParamsOf`, `AnswerOf`, `ReplyOf` and `BodyOf` are the
 * types; `addressOf` builds the URL of a call; `REQUEST_ID_HEADER` is the name of the header with the request id.
 */

import { z } from './schema.ts';

/** The names of the path parameters of a path: `'serial'` for `'machine/{serial}/logs'`. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

/** The authentication that a call requires: none, a sign-in whose second factor is pending (`pending`), or a complete sign-in (`full`). */
export type Access = 'none' | 'pending' | 'full';

/** The declaration of an HTTP call, shared by client and server. `name` is `"GET machines"` and is the `source` of the call's events. */
export interface Call<
  Path extends string = string,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Relative to the API root, parameters in braces, as in the specification. */
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  readonly access: Access;
  /** True if the response is passed only to the requesting view and never enters the event log. */
  readonly secret: boolean;
  /** True for a call with side effects, even by GET: not retried automatically, written to the audit record, one request id per action. */
  readonly hasSideEffects: boolean;
  /** True if the response is a file that the browser saves; `answer` is then the schema of its text, or unused. */
  readonly file: boolean;
  /** True if the response is a file that a view displays: its bytes are passed only to the requesting view, are not saved and never enter the event log. */
  readonly shown: boolean;
  /** True if the body is `multipart/form-data`; each field is then a `Blob` or a string. */
  readonly multipart: boolean;
  readonly summary: string;
  /** Returns the file name from the specification, used when the response does not name the file. */
  readonly fileName?: (asked: FileNameInput) => string;
}

/** The request for a file, from which its name is derived. */
export interface FileNameInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const nothing = z.object({});

interface Declaration<Path, Query, Body, Answer> {
  readonly method: 'GET' | 'POST';
  readonly path: Path;
  readonly summary: string;
  readonly answer: Answer;
  readonly query?: Query;
  readonly body?: Body;
  readonly access?: Access;
  readonly secret?: boolean;
  readonly hasSideEffects?: boolean;
  readonly file?: boolean;
  readonly shown?: boolean;
  readonly multipart?: boolean;
  readonly fileName?: (asked: FileNameInput) => string;
}

/**
 * The header with the request id, a UUID created by the client for each action. `request_ids` in `config.ts` names the calls that are carried out only once per
 * id.
 */
export const REQUEST_ID_HEADER = 'x-request-id';

/** The declared calls of the loaded modules, by name. */
const declaredCalls = new Map<string, Call>();

/** Returns the call of that name; undefined if its module is not loaded. Code that needs a call loads its module. */
export const callNamed = (name: string): Call | undefined => declaredCalls.get(name);

/** Declares a call. Defaults: empty `query` and `body`, `access` `full`, `hasSideEffects` true for POST, every other flag false. */
export function call<
  const Path extends string,
  Answer extends z.ZodMiniType,
  Query extends z.ZodMiniType = typeof nothing,
  Body extends z.ZodMiniType = typeof nothing,
>(declared: Declaration<Path, Query, Body, Answer>): Call<Path, Query, Body, Answer>;
export function call(declared: Declaration<string, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType>): Call {
  const usual = {
    query: nothing,
    body: nothing,
    access: 'full',
    secret: false,
    file: false,
    shown: false,
    multipart: false,
    hasSideEffects: declared.method === 'POST',
  } as const;
  const made: Call = { ...usual, ...declared, name: `${declared.method} ${declared.path}` };
  declaredCalls.set(made.name, made);
  return made;
}

/** A call whose answer is a `T`. */
export type CallWith<T> = Call<string, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType<T>>;
/** The path parameters of a call, all strings, typed from its path. */
export type ParamsOf<C> = C extends Call<infer Path> ? { readonly [Name in PathNames<Path>]: string } : never;
/** The parsed response body of a call. */
export type AnswerOf<C extends Call> = z.output<C['answer']>;
/** The response body that the server returns: the type before parsing. */
export type ReplyOf<C extends Call> = z.input<C['answer']>;
/** The parsed query parameters, with defaults applied. */
export type ParsedQueryOf<C extends Call> = z.output<C['query']>;
/** The request body that the client sends: the type before parsing. */
export type BodyOf<C extends Call> = z.input<C['body']>;

/**
 * Returns the URL of a call relative to the API root, each parameter encoded as exactly one path segment.
 * Throws when a parameter is missing or would be removed from the path (empty, `.` or `..`).
 */
export function addressOf(target: Call, params: Readonly<Record<string, string>>, query: Readonly<Record<string, unknown>> = {}): string {
  const path = target.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '' || value === '.' || value === '..') throw new Error(`${target.name}: bad path part ${name}`);
    return encodeURIComponent(value);
  });
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
  return search === '' ? path : `${path}?${search}`;
}
