import type { Buffer } from 'node:buffer';
import type { ChildProcess } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { TakeUpgrade } from '../http/upgrades.ts';
import type { ToBroker } from './brokerMessages.ts';

/** Requests that wait to be handed over; of more, the oldest is closed. */
const MAX_WAITING = 500;
/** All that the answer is made of. */
const HEADERS = ['upgrade', 'sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol'] as const;

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(HEADERS.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])));
}

interface Waiting {
  readonly socket: Socket;
  readonly headers: Record<string, string>;
  readonly head: Buffer;
}

/**
 * Hands the connections of devices that come over HTTP to the broker's process, which answers them: nothing that such a device sends afterwards passes
 * through the server, whose commands and stops go on. One at a time: until the process has taken a connection, all that the server says to it waits.
 */
export function createUpgradeHandover(child: () => ChildProcess): TakeUpgrade {
  const waiting = new Set<Waiting>();
  // A process that ended never takes what it was handed.
  let busy: ChildProcess | null = null;
  let count = 0;
  const handNext = () => {
    const [next] = waiting;
    const to = child();
    if (busy === to || next === undefined) return;
    waiting.delete(next);
    if (!to.connected || next.socket.destroyed) {
      next.socket.destroy();
      handNext();
      return;
    }
    busy = to;
    count += 1;
    const { headers, head, socket } = next;
    to.send({ kind: 'upgrade', id: count, headers, head: head.toString('base64') } satisfies ToBroker, socket, () => undefined);
    // Waits until the connection is closed here: what arrived for both processes could be read by the wrong one.
    to.send({ kind: 'answer', id: count } satisfies ToBroker, () => {
      if (busy === to) busy = null;
      handNext();
    });
  };
  return (request, socket, head) => {
    if (!(socket instanceof Socket)) {
      socket.destroy();
      return;
    }
    const entry = { socket, headers: headersOf(request), head };
    const [oldest] = waiting;
    if (waiting.size >= MAX_WAITING && oldest !== undefined) {
      waiting.delete(oldest);
      oldest.socket.destroy();
    }
    waiting.add(entry);
    handNext();
  };
}
