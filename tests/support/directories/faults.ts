import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '../freePort.ts';

/** Faulty answers of a directory: a status with a body, a broken connection before or after it did what it was asked for, or nothing at all. */
export type Fault =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'cut'
  | 'lost'
  | 'silent';

/** A request as it came. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An answer: the body as JSON unless it is undefined. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A directory of a test. */
export interface TestDirectory {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** Every request, in order. */
  readonly asked: Asked[];
  /** The next answers to what `matches`; used up one by one. */
  readonly faults: { readonly matches: (asked: Asked) => boolean; readonly fault: Fault }[];
  readonly close: () => Promise<void>;
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const parts: string[] = [];
  for await (const part of request) parts.push(String(part));
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://directory');
  return {
    method: request.method ?? 'GET',
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers: request.headers,
    body: parts.join(''),
  };
}

/** Starts a directory on a free port whose answers are those of `reply`. */
export async function startTestDirectory(reply: (asked: Asked) => Reply): Promise<TestDirectory> {
  const asked: Asked[] = [];
  const faults: TestDirectory['faults'] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = await readAsked(request);
    asked.push(one);
    const at = faults.findIndex(({ matches }) => matches(one));
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault === 'silent') return;
    if (fault === 'lost') reply(one);
    if (fault === 'cut' || fault === 'lost') {
      request.socket.destroy();
      return;
    }
    const { status, headers, body } = fault ?? reply(one);
    const text = fault === undefined ? (body === undefined ? '' : JSON.stringify(body)) : (fault.body ?? '');
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
  const server = createServer((request, response) => void answer(request, response));
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    faults,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
