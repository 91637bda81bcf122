import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws';

/** Headers of a request for a WebSocket that its answer is made of. */
export type UpgradeHeaders = Readonly<Record<string, string>>;

/** The name by which MQTT is agreed on over a WebSocket. MQTT 3.1.1, section 6. */
const SUBPROTOCOL = 'mqtt';
const GOING_AWAY = 1001;

/** MQTT over WebSocket at a server that speaks HTTP for it. */
export interface WebSockets {
  /** Answers a request for a WebSocket whose connection was handed over, and takes it as that of a client. */
  readonly take: (socket: Socket, headers: UpgradeHeaders, head: Buffer) => void;
  /** Ends all of them: the server that devices reach them at is being stopped. */
  readonly close: () => void;
}

/** Frames need not match packets: all that is written at once is one frame. */
const streamOf = (webSocket: WebSocket): Duplex =>
  createWebSocketStream(webSocket, {
    writev: (chunks: readonly { readonly chunk: Buffer }[], done: (error?: Error | null) => void) =>
      webSocket.readyState === webSocket.OPEN
        ? webSocket.send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
        : done(new Error('closed')),
  });

interface Parts {
  /** Longest message, in bytes. */
  readonly maxBytes: number;
  readonly enter: (socket: Socket) => void;
  readonly take: (stream: Duplex, socket: Socket) => void;
}

/** Creates the side of MQTT over WebSocket that the broker's process has. */
export function createWebSockets({ maxBytes, enter, take }: Parts): WebSockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  return {
    take: (socket, headers, head) => {
      socket.on('error', () => socket.destroy());
      enter(socket);
      // The library reads method and headers only.
      const request = { method: 'GET', headers } as unknown as IncomingMessage;
      server.handleUpgrade(request, socket, head, (webSocket) => {
        webSocket.on('error', () => webSocket.terminate());
        take(streamOf(webSocket), socket);
      });
    },
    close: () => {
      // Whoever comes now is answered 503.
      server.close();
      for (const webSocket of server.clients) webSocket.close(GOING_AWAY);
      for (const webSocket of server.clients) webSocket.terminate();
    },
  };
}
