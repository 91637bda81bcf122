/** A fake server for the measurements in a browser: the built console, a generated fleet, and a socket that pushes its reports. */

import fastify from 'fastify';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ConsoleConfig, ServerFeature } from '#contract/config';
import { COLUMN_PROTOCOL, JSON_PROTOCOL, type StateFrame } from '#contract/fleet/socket';
import { columnFrame } from '#streams/columnFrame/frameBytes';
import { rowWriter } from '#streams/columnFrame/rowWriter';
import { registerCompression } from '#server/platform/http/compression';
import { registerStatics } from '#server/platform/http/staticRoutes';
import { recordingCodec } from '../src/edge/bytes/recordingCodec.ts';
import { benchAnswers } from './benchAnswers.ts';
import type { BenchFleet } from './benchFleet.ts';

/** Interval at which reports are sent as one frame, in ms, as in the reference server. */
const BATCH_MS = 100;
const SECOND_MS = 1_000;

/** The announcement of the fake server. */
interface Announced {
  readonly features: readonly ServerFeature[];
}

/** A fake server with the built console and a generated fleet. */
export interface ConsoleServer {
  readonly origin: string;
  readonly config: ConsoleConfig;
  /** Returns the number of reports sent to sockets since the start. */
  readonly sent: () => number;
  readonly close: () => void;
}

const configOf = (origin: string, { features }: Announced): ConsoleConfig => ({
  company: 'Bench',
  product: 'Orangery',
  api_root: `${origin}/api`,
  websocket_address: origin.replace('http', 'ws'),
  oidc: { authority: `${origin}/idp`, client_id: 'bench', admin_scope: 'admin', popup_isolated: false },
  live_data_graphs_url: origin,
  device_text_logs_url: origin,
  default_organisation_id: 'growers',
  version: 'bench',
  features: [...features],
});

/** Returns the reports of `count` devices from index `first` on. */
function pushesOf(fleet: BenchFleet, first: number, count: number): readonly StateFrame[] {
  const timestamp = new Date().toISOString();
  return Array.from({ length: count }, (_, index) => {
    const device = (first + index) % fleet.serials.length;
    return { type: 'state', serial: fleet.serials[device] ?? '', timestamp, state: fleet.report(device) };
  });
}

/** Returns one text frame with the reports of `count` devices from index `first` on. */
export const frameOf = (fleet: BenchFleet, first: number, count: number): string => JSON.stringify(pushesOf(fleet, first, count));

/** Returns what makes the frames of one socket: texts, or column frames where it speaks them. */
function frameWriter(fleet: BenchFleet, protocol: string): (first: number, count: number) => string | Uint8Array {
  if (protocol !== COLUMN_PROTOCOL) return (first, count) => frameOf(fleet, first, count);
  const writer = rowWriter(recordingCodec);
  let isFirst = true;
  return (first, count) => {
    const frame = columnFrame(isFirst);
    for (const report of pushesOf(fleet, first, count)) {
      const row = writer.row(report, Date.parse(report.timestamp));
      if (row === null) throw new Error('a report without a row');
      writer.add(frame, row, true);
    }
    isFirst = false;
    return frame.done();
  };
}

/** Sends every device's report once a second while the socket is open; a late timer catches up, so that the rate is constant. */
function push(socket: WebSocket, fleet: BenchFleet, onSent: (count: number) => void): void {
  const startedAt = performance.now();
  const frame = frameWriter(fleet, socket.protocol);
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / SECOND_MS) * fleet.serials.length);
    if (due === sent) return;
    socket.send(frame(sent, due - sent));
    onSent(due - sent);
    sent = due;
  }, BATCH_MS);
  socket.on('close', () => clearInterval(timer));
}

/** The path of an empty page of the same origin. */
export const EMPTY_PAGE = '/empty';

/**
 * Serves the console built into `folder` and fakes its API and socket, so that the reference server's load does not influence the figures. Reports are sent as
 * column frames where these are announced.
 */
export async function openConsoleServer(
  fleet: BenchFleet,
  folder: string,
  announced: Announced = { features: [] },
): Promise<ConsoleServer> {
  const answers = benchAnswers(fleet);
  let sent = 0;
  let config = configOf('', announced);
  // The console's files are sent by the product's own handlers.
  const statics = fastify({ exposeHeadRoutes: false });
  await registerCompression(statics);
  await registerStatics(statics, folder);
  await statics.ready();
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', config.api_root);
    if (pathname === EMPTY_PAGE) return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    if (!pathname.startsWith('/api/') && pathname !== '/config.json') return statics.routing(request, response);
    const body = pathname === '/config.json' ? config : answers(pathname.slice('/api/'.length), searchParams);
    const status = body === undefined ? 404 : 200;
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? { error: 'not found: here' }));
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  config = configOf(`http://127.0.0.1:${String(at.port)}`, announced);
  const sockets = new WebSocketServer({
    server,
    path: '/ws',
    handleProtocols: (offered) => [COLUMN_PROTOCOL, JSON_PROTOCOL].find((known) => offered.has(known)) ?? false,
  });
  sockets.on('connection', (socket) => push(socket, fleet, (count) => (sent += count)));
  const close = () => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
    server.closeAllConnections();
  };
  return { origin: config.api_root.slice(0, -'/api'.length), config, sent: () => sent, close };
}
