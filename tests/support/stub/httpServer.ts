import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from '../freePort.ts';

/** A listening HTTP server of a test. */
export interface TestHttpServer {
  readonly server: Server;
  /** `http://localhost:PORT`, or `http://127.0.0.1:PORT` with that host. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

type Handle = (request: IncomingMessage, response: ServerResponse, origin: string) => Promise<void> | void;

/** Listens on a free loopback port; an error in the handler is a 500 with its message, so that a test shows it. */
export async function listen(handle: Handle, host: 'localhost' | '127.0.0.1' = 'localhost'): Promise<TestHttpServer> {
  const port = await freePort();
  const origin = `http://${host}:${port}`;
  const server = createServer((request, response) => {
    const answered = Promise.resolve().then(() => handle(request, response, origin));
    answered.catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { server, origin, close };
}

/** Returns the whole body of a request as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

/** Sends a JSON response. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
