import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from '../loopback.ts';
import { createRateLimit } from '../limits/rateLimit.ts';
import type { Rate } from '../limits/tokenBucket.ts';

/** Connections of one server in all; beyond them the oldest idle one makes room. */
const MAX_CONNECTIONS = 8_000;

/** New connections of an address: each costs a handshake and memory before anything is known of it. */
const USUAL_RATE: Rate = { perSecond: 200, burst: 1_000 };

interface ConnectionLimits {
  readonly perAddress: number;
  /** New connections of an address but this machine's; one beyond them is closed at once. Default: 200 a second, 1,000 at once. */
  readonly rate?: Rate;
  readonly now: () => number;
  /** Whether an address is a proxy, whose connections are many people's. */
  readonly isProxy: (address: string) => boolean;
}

/** Open connections, the oldest idle one first, without those that became sockets of consoles. */
type Open = Set<Socket>;

function oldestOf(open: Open, busy: WeakSet<Socket>): Socket | undefined {
  for (const socket of open) if (!busy.has(socket)) return socket;
  return open.values().next().value;
}

/** Closes the oldest connection without a request in progress, else the oldest one. */
function makeRoom(open: Open, busy: WeakSet<Socket>): void {
  oldestOf(open, busy)?.destroy();
}

/**
 * Limits the new and the open connections of an address, and the open ones in all. Above its rate a new one is closed. Above the number of open ones it is
 * accepted and the oldest idle one closed: connections that send nothing do not keep others away.
 */
export function limitConnections(server: Server, { perAddress, rate = USUAL_RATE, now, isProxy }: ConnectionLimits): void {
  const all: Open = new Set();
  const byAddress = new Map<string, Open>();
  const busy = new WeakSet<Socket>();
  const forgetting = new WeakMap<Socket, () => void>();

  const arrivals = createRateLimit(rate, now);
  const isShared = (address: string) => isProxy(address) || isLoopback(address.replace('::ffff:', ''));
  const isWelcome = (address: string) => isShared(address) || arrivals.waitSeconds(address) === 0;

  server.prependListener('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (!isWelcome(address)) {
      socket.destroy();
      return;
    }
    const own: Open = byAddress.get(address) ?? new Set();
    byAddress.set(address, own.add(socket));
    all.add(socket);
    const forget = () => {
      all.delete(socket);
      own.delete(socket);
      if (own.size === 0 && byAddress.get(address) === own) byAddress.delete(address);
    };
    socket.once('close', forget);
    forgetting.set(socket, forget);
    if (own.size > perAddress && !isProxy(address)) makeRoom(own, busy);
    else if (all.size > MAX_CONNECTIONS) makeRoom(all, busy);
  });
  server.on('request', ({ socket }: IncomingMessage, reply: ServerResponse) => {
    busy.add(socket);
    reply.once('close', () => {
      busy.delete(socket);
      // Moved to the end: it was idle for the shortest time.
      const own = byAddress.get(socket.remoteAddress ?? '');
      for (const open of [all, own]) if (open?.delete(socket) === true) open.add(socket);
    });
  });
  server.on('upgrade', ({ socket }: IncomingMessage) => forgetting.get(socket)?.());
}
