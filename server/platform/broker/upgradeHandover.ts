import type { Buffer } from 'node:buffer';
import type { ChildProcess } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { AcceptUpgrade } from '../http/upgrades.ts';
import type { ToBroker } from './brokerMessages.ts';

/** Maximum number of requests that wait to be handed over; beyond it the oldest is closed. */
const MAX_WAITING = 500;
/** The parts of a request that determine its response. */
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
 * Hands the connections of devices that arrive over HTTP to the broker's process, which answers them. Later bytes of such a device do not pass through the
 * server, whose commands and stops are unaffected. One connection is handed over at a time: until the process has taken it, all other messages from the server
 * to the process wait.
 */
export function createUpgradeHandover(child: () => ChildProcess): AcceptUpgrade {
  const waiting = new Set<Waiting>();
  // The process to which a connection is being handed over. An ended process never completes a handover, so its successor need not wait.
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
    // The message `answer` waits until the connection is closed here: bytes that arrive while both processes have the connection could be read by the wrong
    // one.
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
