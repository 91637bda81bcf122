import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { documentedAnswers, type FileBody } from './answers.ts';
import { bodyOf, listen, sendJson, type TestHttpServer } from './httpServer.ts';
import type { Emptiness } from './world.ts';

/** A received request. `call` is its documented name, `'GET machines'`; null for an undocumented one. */
export interface LoggedRequest {
  readonly call: string | null;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Given = (request: LoggedRequest) => { readonly status: number; readonly body: unknown };

/** An API that returns documented responses only; a test overrides single ones. */
export interface StubApi extends TestHttpServer {
  /** Sets the response of a call: a body, or a function of the request. Throws for an undocumented call. */
  readonly answer: (call: string, body: object | ((request: LoggedRequest) => unknown)) => void;
  /** Makes a call fail; the body is `{error}` unless another one is given. */
  readonly fail: (call: string, status: number, body?: unknown) => void;
  /** Holds the responses of a call; the returned function releases them. */
  readonly hold: (call: string) => () => void;
  /** Returns the received requests in order, optionally of one call. */
  readonly requests: (call?: string) => readonly LoggedRequest[];
  /** Restores the documented responses. The log stays. */
  readonly reset: () => void;
}

const PATTERNS = new Map<string, RegExp>();

function patternOf(call: string): RegExp {
  const known = PATTERNS.get(call);
  if (known !== undefined) return known;
  const [method = '', path = ''] = call.split(' ');
  const pattern = new RegExp(`^${method} ${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  PATTERNS.set(call, pattern);
  return pattern;
}

/** Returns the call of a path; fixed segments match before parameters. */
function callOf(calls: readonly string[], method: string, path: string) {
  const matching = calls.flatMap((call) => {
    const found = patternOf(call).exec(`${method} ${path}`);
    return found === null ? [] : [{ call, params: { ...found.groups } }];
  });
  return matching.sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0] ?? null;
}

const isMaker = (body: object): body is (request: LoggedRequest) => unknown => typeof body === 'function';
const isFile = (body: unknown): body is FileBody => typeof body === 'object' && body !== null && 'file' in body && 'bytes' in body;

function send(response: ServerResponse, status: number, body: unknown): void {
  if (!isFile(body)) return sendJson(response, status, body);
  const headers = { 'content-type': body.type, 'content-disposition': `attachment; filename="${body.file}"` };
  response.writeHead(status, headers).end(body.bytes);
  return undefined;
}

/** Allows the console's origin, credentials, which every call sends (ROLE-016), and the two documented headers. */
function allowOrigin(response: ServerResponse, consoleOrigin: string): void {
  response.setHeader('access-control-allow-origin', consoleOrigin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-headers', 'authorization, content-type');
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader('access-control-expose-headers', 'content-disposition');
  response.setHeader('vary', 'origin');
}

/** Dependencies of the API. `isToken` returns whether a bearer token is valid now. */
export interface ApiParts {
  readonly consoleOrigin: () => string;
  readonly isToken: (token: string) => boolean;
  readonly emptiness: Emptiness;
}

const NO_TOKEN = new Set(['POST login_method']);
const ROOT = '/api/';

/** Opens the API below `/api`. Every call except the login method needs a valid bearer token. */
export async function openStubApi({ consoleOrigin, isToken, emptiness }: ApiParts): Promise<StubApi> {
  const documented = documentedAnswers(emptiness);
  const calls = Object.keys(documented);
  const changed = new Map<string, Given>();
  const held = new Map<string, Promise<void>>();
  const log: LoggedRequest[] = [];

  const known = (call: string): string => {
    if (!(call in documented)) throw new Error(`no document knows the call ${call}`);
    return call;
  };
  const read = async (request: IncomingMessage, origin: string): Promise<LoggedRequest> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const path = pathname.split('/').map(decodeURIComponent).join('/').slice(ROOT.length);
    const found = pathname.startsWith(ROOT) ? callOf(calls, request.method ?? 'GET', path) : null;
    const received = { call: found?.call ?? null, path: pathname, params: found?.params ?? {}, query: Object.fromEntries(searchParams) };
    return { ...received, headers: request.headers, body: await bodyOf(request) };
  };
  const given = (request: LoggedRequest): ReturnType<Given> => {
    const { call, headers, params } = request;
    if (call === null) return { status: 404, body: { error: 'NotFound: no such call' } };
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (!NO_TOKEN.has(call) && (token === undefined || !isToken(token)))
      return { status: 401, body: { error: 'Unauthorized: no or expired token' } };
    return changed.get(call)?.(request) ?? { status: 200, body: documented[call]?.(params) };
  };

  const http = await listen(async (request, response, origin) => {
    allowOrigin(response, consoleOrigin());
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const asked = await read(request, origin);
    log.push(asked);
    await held.get(asked.call ?? '');
    const { status, body } = given(asked);
    send(response, status, body);
  });
  return {
    ...http,
    answer: (call, body) => {
      changed.set(known(call), (request) => ({ status: 200, body: isMaker(body) ? body(request) : body }));
    },
    fail: (call, status, body = { error: `Failed: status ${status}` }) => {
      changed.set(known(call), () => ({ status, body }));
    },
    hold: (call) => {
      let release: () => void = () => undefined;
      held.set(known(call), new Promise((resolve) => (release = resolve)));
      return () => {
        held.delete(call);
        release();
      };
    },
    requests: (call) => (call === undefined ? log : log.filter((one) => one.call === known(call))),
    reset: () => {
      changed.clear();
      held.clear();
    },
  };
}
