import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of one file, of which the test decides when its pieces come. */
export interface SlowFile {
  /** Any path of it is the file. */
  readonly url: string;
  /** The response of the newest request, once there is one. */
  readonly response: () => ServerResponse | undefined;
  /** How many requests the client aborted. */
  readonly aborted: () => number;
  readonly close: () => Promise<void>;
}

/** Serves a file for requests of pages of `origin`; a response has its head and nothing else until the test writes it. */
export async function serveSlowFile(origin: string, head: Readonly<Record<string, string>>): Promise<SlowFile> {
  let newest: ServerResponse | undefined;
  let aborted = 0;
  const server = createServer((request, response) => {
    response.writeHead(200, { ...head, 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' });
    response.flushHeaders();
    response.on('close', () => {
      if (!response.writableEnded && !response.errored && request.socket.destroyed) aborted += 1;
    });
    newest = response;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/file`,
    response: () => newest,
    aborted: () => aborted,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
