import { z } from './schema.ts';

/** The names in braces of a path: `'machine/{serial}/logs'` gives `'serial'`. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

/** Who may use a call: anybody (`none`), a sign-in whose second factor is pending (`pending`), or a whole sign-in (`full`). */
export type Access = 'none' | 'pending' | 'full';

/** A call, declared once: what both sides read. `name` is `"GET machines"`; it is the `source` of every event the call causes. */
export interface Call<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Relative to the API root, parameters in braces, as the specification writes it. */
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  readonly access: Access;
  /** A secret answer goes to the asking view alone and never enters the log. */
  readonly secret: boolean;
  /** Changes something or acts on a device, also by GET: never repeated by itself, written into the audit, one request id per act. */
  readonly acts: boolean;
  /** The answer is a file that the browser saves; `answer` is then its text or nothing. */
  readonly file: boolean;
  /** A file that a view shows: its bytes go to the asking view alone instead of the downloads, and never enter the log. */
  readonly shown: boolean;
  /** The body is a form with a file: each field is a `Blob` of the browser or a text. */
  readonly multipart: boolean;
  readonly summary: string;
  /** The name under which a file is saved when the server gives none, as the documents write it. */
  readonly fileName?: (asked: FileAsked) => string;
}

/** What a file is asked with. */
export interface FileAsked {
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
  readonly acts?: boolean;
  readonly file?: boolean;
  readonly shown?: boolean;
  readonly multipart?: boolean;
  readonly fileName?: (asked: FileAsked) => string;
}

/** The header that carries the id of one act: a repeated id is the same act. A uuid, made where the act begins. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Declares a call. Without `query` and `body` there are none; `access` is `full`, `secret`, `file` and `shown` false, and a POST acts, by default. */
export function call<
  const Path extends string,
  Answer extends z.ZodType,
  Query extends z.ZodType = typeof nothing,
  Body extends z.ZodType = typeof nothing,
>(declared: Declaration<Path, Query, Body, Answer>): Call<Path, Query, Body, Answer>;
export function call(declared: Declaration<string, z.ZodType, z.ZodType, z.ZodType>): Call {
  const usual = {
    query: nothing,
    body: nothing,
    access: 'full',
    secret: false,
    file: false,
    shown: false,
    multipart: false,
    acts: declared.method === 'POST',
  } as const;
  return { ...usual, ...declared, name: `${declared.method} ${declared.path}` };
}

/** The path parameters of a call, all strings, as typed from its path. */
export type ParamsOf<C> = C extends Call<infer Path> ? { readonly [Name in PathNames<Path>]: string } : never;
/** The parsed answer of a call. */
export type AnswerOf<C extends Call> = z.output<C['answer']>;
/** What the server must give: the answer before parsing. */
export type ReplyOf<C extends Call> = z.input<C['answer']>;
/** The query as the server reads it, defaults filled in. */
export type ParsedQueryOf<C extends Call> = z.output<C['query']>;
/** The body as the caller writes it. */
export type BodyOf<C extends Call> = z.input<C['body']>;

/**
 * The address of a call relative to the API root, each parameter encoded as exactly one path part.
 * Throws when a parameter is missing or would vanish from the path (empty, `.` or `..`).
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
