/** Routes WebSocket requests to the server of their path, or refuses them. */

import type { Buffer } from 'node:buffer';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Takes over the connection of a WebSocket request; `head` is the part that has already arrived. */
export type AcceptUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Refuses a WebSocket request with an HTTP error. */
export function refuseUpgrade(socket: Duplex, status: string, header = ''): void {
  socket.end(`HTTP/1.1 ${status}\r\n${header}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}

const pathOf = (request: IncomingMessage) => (request.url ?? '').split('?')[0] ?? '';
/** Returns whether the upgrade belongs to Vite's hot reload, which shares the port in development. */
const isForAssets = (request: IncomingMessage) => (request.headers['sec-websocket-protocol'] ?? '').startsWith('vite');

/** Routes each WebSocket request to the server of its path; a request to any other path gets 404. */
export function routeUpgrades(server: Server, routes: Readonly<Record<string, AcceptUpgrade>>): void {
  const byPath = new Map(Object.entries(routes));
  server.on('upgrade', (request, socket, head) => {
    if (isForAssets(request)) return;
    socket.on('error', () => socket.destroy());
    const take = byPath.get(pathOf(request));
    if (take === undefined) refuseUpgrade(socket, '404 Not Found');
    else take(request, socket, head);
  });
}
