/** MQTT over WebSocket in the broker process, on connections handed over by the HTTP server. */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { closeFrame, contentHeader, createFrameReader, pongFrame } from './webSocketFrames.ts';

/** The headers of a WebSocket request that determine its response. */
export type UpgradeHeaders = Readonly<Record<string, string>>;

/** The WebSocket subprotocol of MQTT. MQTT 3.1.1, section 6. */
const SUBPROTOCOL = 'mqtt';
const NORMAL = 1000;
const GOING_AWAY = 1001;
const PROTOCOL_ERROR = 1002;
/** The constant in the response to a WebSocket request. RFC 6455, section 1.3. */
const ANSWER = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const VERSION = '13';
/** Maximum size of unsent pongs to a client that does not read, in bytes; beyond it, no more are sent. */
const MAX_WAITING_BYTES = 65_536;

/** MQTT over WebSocket, for connections that arrive at a server over HTTP. */
export interface WebSockets {
  /** Answers a WebSocket request whose connection was handed over, and adds it as the connection of a client. */
  readonly take: (socket: Socket, headers: UpgradeHeaders, head: Buffer) => void;
  /** Ends all connections and refuses new ones, because the HTTP server that accepts them is being stopped. */
  readonly close: () => void;
}

/** Returns the MQTT byte stream of a WebSocket. Frames need not match packets: all bytes that are written together form one frame. */
function contentStream(socket: Socket): Duplex {
  const read = createFrameReader();
  const end = (code: number) => {
    if (socket.writable) socket.end(closeFrame(code));
  };
  const duplex = new Duplex({
    read: () => void socket.resume(),
    write(chunk: Buffer, _, done) {
      socket.cork();
      socket.write(contentHeader(chunk.length));
      socket.write(chunk, done);
      socket.uncork();
    },
    writev(chunks: readonly { readonly chunk: Buffer }[], done) {
      socket.cork();
      socket.write(contentHeader(chunks.reduce((length, { chunk }) => length + chunk.length, 0)));
      for (const { chunk } of chunks.slice(0, -1)) socket.write(chunk);
      socket.write(chunks.at(-1)?.chunk ?? Buffer.alloc(0), done);
      socket.uncork();
    },
    final(done) {
      end(NORMAL);
      done();
    },
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (chunk: Buffer) => {
    const { content, pings, end: ended } = read(chunk);
    for (const ping of pings) if (socket.writableLength < MAX_WAITING_BYTES) socket.write(pongFrame(ping));
    if (content.length > 0 && !duplex.push(content)) socket.pause();
    if (ended === null) return;
    end(ended === 'closed' ? NORMAL : PROTOCOL_ERROR);
    duplex.destroy();
  });
  socket.on('end', () => duplex.push(null));
  socket.on('error', (error) => duplex.destroy(error));
  socket.on('close', () => duplex.destroy());
  return duplex;
}

const refusal = (status: string) => `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

/** Returns the answer to a WebSocket request; null for an invalid one. */
function answerTo(headers: UpgradeHeaders): string | null {
  const { upgrade = '', 'sec-websocket-key': key = '', 'sec-websocket-version': version, 'sec-websocket-protocol': offered } = headers;
  if (upgrade.toLowerCase() !== 'websocket' || version !== VERSION || !/^[+/0-9A-Za-z]{22}==$/.test(key)) return null;
  const accept = createHash('sha1').update(`${key}${ANSWER}`).digest('base64');
  const names = (offered ?? '').split(',').map((name) => name.trim());
  const protocol = names.includes(SUBPROTOCOL) ? `Sec-WebSocket-Protocol: ${SUBPROTOCOL}\r\n` : '';
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${protocol}\r\n`;
}

interface Parts {
  readonly enter: (socket: Socket) => void;
  readonly take: (stream: Duplex, socket: Socket) => void;
}

/** Creates the MQTT-over-WebSocket part of the broker process. */
export function createWebSockets({ enter, take }: Parts): WebSockets {
  const open = new Set<Socket>();
  let isClosed = false;
  return {
    take: (socket, headers, head) => {
      socket.on('error', () => socket.destroy());
      const answer = answerTo(headers);
      if (isClosed || answer === null) {
        socket.end(refusal(isClosed ? '503 Service Unavailable' : '400 Bad Request'));
        return;
      }
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      enter(socket);
      socket.setNoDelay(true);
      socket.write(answer);
      if (head.length > 0) socket.unshift(head);
      take(contentStream(socket), socket);
    },
    close: () => {
      isClosed = true;
      for (const socket of open) {
        socket.end(closeFrame(GOING_AWAY));
        socket.destroy();
      }
    },
  };
}
