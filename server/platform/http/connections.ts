/** Limits the number and rate of HTTP connections of an address, and their total. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from '../loopback.ts';
import { createPace } from '../limits/pace.ts';
import { createRateLimit } from '../limits/rateLimit.ts';
import type { Rate } from '../limits/tokenBucket.ts';
import { type SetTimer, afterTimer } from '../timers.ts';

/** Maximum number of connections of one server; beyond it, a new connection replaces an existing one. */
const MAX_CONNECTIONS = 8_000;

/**
 * Time, in ms, for which an anonymous connection that is to be replaced remains open: if the connections of a flood were closed at once, the flood
 * would open as many again at once.
 */
const LINGER_MS = 10_000;
/** Maximum number of replaced connections that remain open for that time; beyond it, the oldest is closed. */
const MAX_LINGERING = 4_000;

/** Default limit on new connections per address: each costs a handshake and memory before the server knows who connects. */
const USUAL_RATE: Rate = { perSecond: 200, burst: 1_000 };

/**
 * Maximum number of connections that wait in the kernel to be accepted, if the kernel's own limit allows as many. A further connection gets no response, and
 * its client retries after a second, which would delay a stop of a user without an open connection.
 */
export const BACKLOG = 4_096;

interface ConnectionLimits {
  readonly perAddress: number;
  /** Limit on new connections per address, except from this machine; excess ones are closed at once. Default: 200 a second, 1,000 at once. */
  readonly rate?: Rate;
  readonly now: () => number;
  /** Returns whether an address belongs to a proxy, which carries the connections of many people. */
  readonly isProxy: (address: string) => boolean;
  /** Default: timers of this process. */
  readonly after?: SetTimer;
  /** Maximum number of replaced connections that remain open for a while. Default: 4,000. */
  readonly lingering?: number;
}

const signedIn = new WeakSet<Socket>();

/** Records that a signed-in person has sent a request on a connection, which is then replaced only after all anonymous ones. */
export function noteSignedIn(socket: Socket): void {
  signedIn.add(socket);
}

/**
 * The served connections of an address, or of all addresses, except those that became sockets of consoles; each set begins with the connection that has been
 * idle for longest.
 */
interface Open {
  readonly strangers: Set<Socket>;
  readonly known: Set<Socket>;
}
const none = (): Open => ({ strangers: new Set(), known: new Set() });
const sizeOf = ({ strangers, known }: Open) => strangers.size + known.size;

function remove({ strangers, known }: Open, socket: Socket): boolean {
  return strangers.delete(socket) || known.delete(socket);
}

/**
 * Returns the oldest idle connection except the newest one, otherwise the oldest busy one. Connections of people who signed in meanwhile are no longer
 * anonymous.
 */
function oldestStranger({ strangers, known }: Open, busy: WeakSet<Socket>, newest: Socket): Socket | undefined {
  let oldestBusy: Socket | undefined;
  for (const socket of strangers) {
    if (signedIn.has(socket)) {
      strangers.delete(socket);
      known.add(socket);
    } else if (busy.has(socket)) oldestBusy ??= socket;
    else if (socket !== newest) return socket;
  }
  return oldestBusy;
}

function oldestKnown({ known }: Open, busy: WeakSet<Socket>): Socket | undefined {
  for (const socket of known) if (!busy.has(socket)) return socket;
  return known.values().next().value;
}

/** Accepts or closes each new connection before the server spends resources on it, such as a parser. */
function acceptOnly(server: Server, isAccepted: (socket: Socket) => boolean): void {
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    if (isAccepted(socket)) for (const listener of listeners) listener.call(server, socket);
    else socket.destroy();
  });
}

/**
 * Creates the function that lets a replaced connection linger: the connection is closed after `LINGER_MS`, in turn with the others, unless a signed-in person
 * uses it until then.
 */
function createLingering(after: SetTimer, most: number, keep: (socket: Socket) => void): (socket: Socket) => void {
  const lingering = new Set<Socket>();
  const inTurn = createPace(after);
  return (socket) => {
    const end = () => {
      lingering.delete(socket);
      if (signedIn.has(socket)) keep(socket);
      else socket.destroy();
    };
    lingering.add(socket);
    let cancel = after(LINGER_MS, () => {
      cancel = inTurn(end);
    });
    socket.once('close', () => {
      lingering.delete(socket);
      cancel();
    });
    if (lingering.size > most) lingering.values().next().value?.destroy();
  };
}

/**
 * Limits the new and the open connections of an address, and the total of open ones. A new connection above the rate is closed. A connection above the maximum
 * number is accepted and replaces the oldest idle one, anonymous ones first: idle connections do not lock anybody out, signed-in people keep theirs, and a
 * flood gains nothing by reconnecting.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { perAddress, rate = USUAL_RATE, now, isProxy, after = afterTimer, lingering = MAX_LINGERING } = limits;
  const all = none();
  const byAddress = new Map<string, Open>();
  const busy = new WeakSet<Socket>();
  const forgetting = new WeakMap<Socket, () => void>();

  const arrivals = createRateLimit(rate, now);
  const isShared = (address: string) => isProxy(address) || isLoopback(address.replace('::ffff:', ''));
  const isWelcome = (address: string) => isShared(address) || arrivals.waitSeconds(address) === 0;

  const enter = (socket: Socket, address: string) => {
    const own = byAddress.get(address) ?? none();
    byAddress.set(address, own);
    for (const open of [all, own]) (signedIn.has(socket) ? open.known : open.strangers).add(socket);
    const forget = () => {
      for (const open of [all, own]) remove(open, socket);
      if (sizeOf(own) === 0 && byAddress.get(address) === own) byAddress.delete(address);
    };
    socket.once('close', forget);
    forgetting.set(socket, forget);
    return own;
  };
  const linger = createLingering(after, lingering, (socket) => enter(socket, socket.remoteAddress ?? ''));
  const makeRoom = (open: Open, newest: Socket) => {
    const stranger = oldestStranger(open, busy, newest);
    if (stranger === undefined) {
      oldestKnown(open, busy)?.destroy();
      return;
    }
    forgetting.get(stranger)?.();
    linger(stranger);
  };

  acceptOnly(server, (socket) => {
    const address = socket.remoteAddress ?? '';
    if (!isWelcome(address)) return false;
    const own = enter(socket, address);
    if (sizeOf(own) > perAddress && !isProxy(address)) makeRoom(own, socket);
    else if (sizeOf(all) > MAX_CONNECTIONS) makeRoom(all, socket);
    return true;
  });
  server.on('request', ({ socket }: IncomingMessage, reply: ServerResponse) => {
    busy.add(socket);
    reply.once('close', () => {
      busy.delete(socket);
      // The connection moves to the end, because it has been idle for the shortest time.
      const own = byAddress.get(socket.remoteAddress ?? '');
      for (const open of [all, own])
        if (open !== undefined && remove(open, socket)) (signedIn.has(socket) ? open.known : open.strangers).add(socket);
    });
  });
  server.on('upgrade', ({ socket }: IncomingMessage) => forgetting.get(socket)?.());
}
