import type { Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from '#contract/schema';

/** The documented `/ws`: authentication, subscribe, pushes. Source: OPEN-13..16. */
export interface StubSockets {
  /** Sends a message to every subscribed console. */
  readonly push: (message: unknown) => void;
  /** Every frame received from consoles, in order. */
  readonly frames: readonly unknown[];
  /** Returns the number of subscribed consoles that are still connected. */
  readonly subscribed: () => number;
  /** Closes every connection with a code. */
  readonly cut: (code: number) => void;
}

const frame = z.looseObject({ type: z.string(), access_token: z.optional(z.string()) });
const BAD_TOKEN = 4401;

/** Serves `/ws` on a server; closes with 4401 on an invalid token. */
export function openStubSockets(server: Server, isToken: (token: string) => boolean): StubSockets {
  const sockets = new WebSocketServer({ server, path: '/ws' });
  const frames: unknown[] = [];
  const subscribers = new Set<WebSocket>();
  sockets.on('connection', (socket) => {
    let isKnown = false;
    socket.on('close', () => subscribers.delete(socket));
    socket.on('message', (data) => {
      const received = frame.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString('utf8') : ''));
      frames.push(received);
      if (received.type === 'authentication') isKnown = isToken(received.access_token ?? '');
      if (!isKnown) socket.close(BAD_TOKEN);
      else if (received.type === 'subscribe') subscribers.add(socket);
    });
  });
  return {
    push: (message) => {
      for (const socket of subscribers) socket.send(JSON.stringify(message));
    },
    frames,
    subscribed: () => subscribers.size,
    cut: (code) => {
      for (const socket of sockets.clients) socket.close(code);
    },
  };
}
