/** A fake server for the measurements in a browser: the built console, a generated fleet, and a socket that pushes its reports. */

import fastify from 'fastify';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ConsoleConfig } from '#contract/config';
import { registerCompression } from '#server/platform/http/compression';
import { registerStatics } from '#server/platform/http/staticRoutes';
import { benchAnswers } from './benchAnswers.ts';
import type { BenchFleet } from './benchFleet.ts';

/** Interval at which reports are sent as one frame, in ms, as in the reference server. */
const BATCH_MS = 100;
const SECOND_MS = 1_000;

/** A fake server with the built console and a generated fleet. */
export interface ConsoleServer {
  readonly origin: string;
  readonly config: ConsoleConfig;
  /** Returns the number of reports sent to sockets since the start. */
  readonly sent: () => number;
  readonly close: () => void;
}

const configOf = (origin: string): ConsoleConfig => ({
  company: 'Bench',
  product: 'Orangery',
  api_root: `${origin}/api`,
  websocket_address: origin.replace('http', 'ws'),
  oidc: { authority: `${origin}/idp`, client_id: 'bench', admin_scope: 'admin', popup_isolated: false },
  live_data_graphs_url: origin,
  device_text_logs_url: origin,
  default_organisation_id: 'growers',
  version: 'bench',
  features: [],
});

/** Returns one text frame with the reports of `count` devices from index `first` on. */
export function frameOf(fleet: BenchFleet, first: number, count: number): string {
  const timestamp = new Date().toISOString();
  return JSON.stringify(
    Array.from({ length: count }, (_, index) => {
      const device = (first + index) % fleet.serials.length;
      return { type: 'state', serial: fleet.serials[device], timestamp, state: fleet.report(device) };
    }),
  );
}

/** Sends every device's report once a second while the socket is open; a late timer catches up, so that the rate is constant. */
function push(socket: WebSocket, fleet: BenchFleet, onSent: (count: number) => void): void {
  const startedAt = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / SECOND_MS) * fleet.serials.length);
    if (due === sent) return;
    socket.send(frameOf(fleet, sent, due - sent));
    onSent(due - sent);
    sent = due;
  }, BATCH_MS);
  socket.on('close', () => clearInterval(timer));
}

/** Serves the console built into `folder` and fakes its API and socket, so that the reference server's load does not influence the figures. */
export async function openConsoleServer(fleet: BenchFleet, folder: string): Promise<ConsoleServer> {
  const answers = benchAnswers(fleet);
  let sent = 0;
  let config = configOf('');
  // The console's files are sent by the product's own handlers.
  const statics = fastify({ exposeHeadRoutes: false });
  await registerCompression(statics);
  await registerStatics(statics, folder);
  await statics.ready();
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', config.api_root);
    if (!pathname.startsWith('/api/') && pathname !== '/config.json') return statics.routing(request, response);
    const body = pathname === '/config.json' ? config : answers(pathname.slice('/api/'.length), searchParams);
    const status = body === undefined ? 404 : 200;
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? { error: 'not found: here' }));
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  config = configOf(`http://127.0.0.1:${String(at.port)}`);
  const sockets = new WebSocketServer({ server, path: '/ws' });
  sockets.on('connection', (socket) => push(socket, fleet, (count) => (sent += count)));
  const close = () => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
    server.closeAllConnections();
  };
  return { origin: config.api_root.slice(0, -'/api'.length), config, sent: () => sent, close };
}
