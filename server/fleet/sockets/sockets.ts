/** The connections of `/ws`: upgrade, limits per address, pings, and repeated verification of tokens. */

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { CLOSE_UNAUTHENTICATED, COLUMN_PROTOCOL } from '#contract/fleet/socket';
import type { Bus } from '../../platform/bus/bus.ts';
import type { LiveReport } from '../liveReport.ts';
import type { LiveReports } from '../liveReports.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import type { Gauges } from '../../platform/gauges.ts';
import type { TokenVerifier } from '../../platform/http/authorise.ts';
import { createPace } from '../../platform/limits/pace.ts';
import { refuseUpgrade, type AcceptUpgrade } from '../../platform/http/upgrades.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { afterTimer, everyTimer } from '../../platform/timers.ts';
import { keepPinging } from './pings.ts';
import { openSocketSession, type SocketSession, type StopForCaller } from './socketSession.ts';
import { startFanOut } from './fanOut.ts';

const MAX_FRAME_BYTES = 32_768;
const GOING_AWAY = 1001;

/** The record of the users with an open console. */
interface SocketPresence {
  readonly seen: (username: string) => void;
  readonly watch: (usernames: () => Iterable<string>) => void;
}

interface SocketParts {
  readonly settings: Pick<Settings, 'publicUrl' | 'SOCKETS_PER_PERSON' | 'SOCKETS_PER_ADDRESS'>;
  /** Returns the client address of a request. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly identity: TokenVerifier & {
    /** Subscribes to ended sign-ins, by their grant. Returns the unsubscribe function. */
    readonly onRevoked: (listener: (grant: string) => void) => () => void;
  };
  readonly registry: OwnershipRegistry;
  readonly live: LiveReports;
  readonly bus: Bus<LiveReport>;
  readonly gauges: Gauges;
  readonly presence: SocketPresence;
  readonly stop: StopForCaller;
  readonly socketCheckMs?: number;
  readonly now: () => number;
}

/** The consoles' sockets. */
export interface Sockets {
  /** Handles a request for a socket. */
  readonly accept: AcceptUpgrade;
  /** Closes all sockets with code 1001; consoles reconnect when the server is back. */
  readonly close: () => void;
}

/** Delay of a refusal for too many sockets, in ms: a client that is refused at once retries at once. */
const HELD_BACK_MS = 3_000;
/** Maximum number of delayed refusals; further requests are closed without an answer. */
const MAX_HELD_BACK = 4_000;

/** Creates a delayed refusal for too many sockets. */
function createLateRefusal(): (socket: Duplex) => void {
  const held = new Set<Duplex>();
  const inTurn = createPace();
  return (socket) => {
    if (held.size >= MAX_HELD_BACK) {
      socket.destroy();
      return;
    }
    held.add(socket);
    let cancel = afterTimer(HELD_BACK_MS, () => {
      cancel = inTurn(() => refuseUpgrade(socket, '429 Too Many Requests', 'Retry-After: 30\r\n'));
    });
    socket.once('close', () => {
      held.delete(socket);
      cancel();
    });
  };
}

/** Counts the open sockets per address. `enter` returns false if an address has reached its maximum. */
function countAddresses(most: number) {
  const counts = new Map<string, number>();
  return {
    enter: (address: string) => {
      const count = counts.get(address) ?? 0;
      if (count >= most) return false;
      counts.set(address, count + 1);
      return true;
    },
    leave: (address: string) => {
      const count = (counts.get(address) ?? 0) - 1;
      if (count > 0) counts.set(address, count);
      else counts.delete(address);
    },
  };
}

/** Pause between two rounds over all sockets, in ms: an ended sign-in or a lost group affects an open socket within 5 s. */
const RECHECK_MS = 3_000;

/**
 * Verifies the tokens of all sockets periodically and one at a time, so that the verification uses only one database connection. Returns the stop function.
 */
function keepRechecking(sessions: () => Iterable<{ readonly recheck: () => Promise<void> }>, everyMs = RECHECK_MS): () => void {
  const state: { isOver: boolean; timer: NodeJS.Timeout | undefined } = { isOver: false, timer: undefined };
  const round = async () => {
    for (const session of sessions()) if (!state.isOver) await session.recheck();
    begin();
  };
  const begin = () => {
    if (!state.isOver) state.timer = setTimeout(() => void round(), everyMs);
  };
  begin();
  return () => {
    state.isOver = true;
    clearTimeout(state.timer);
  };
}

/** Selects the subprotocol of a socket: column frames if they are offered, otherwise the first one. */
const handleProtocols = (offered: ReadonlySet<string>): string | false =>
  offered.has(COLUMN_PROTOCOL) ? COLUMN_PROTOCOL : ([...offered][0] ?? false);

/** Opens the consoles' sockets; their requests arrive at `accept`. */
export function openSockets(parts: SocketParts): Sockets {
  const { gauges } = parts;
  const origin = new URL(parts.settings.publicUrl).origin;
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false, handleProtocols });
  const fanOut = startFanOut(parts);
  const stopListening = parts.bus.subscribe(fanOut.push);
  const stopPinging = keepPinging(webSockets.clients, everyTimer);
  const open = new Map<WebSocket, SocketSession>();
  const refuseLate = createLateRefusal();
  const addresses = countAddresses(parts.settings.SOCKETS_PER_ADDRESS);
  const hasRoom = (username: string) =>
    [...open.values()].filter((session) => session.username() === username).length < parts.settings.SOCKETS_PER_PERSON;

  const stopRechecking = keepRechecking(() => open.values(), parts.socketCheckMs);
  const connect = (socket: WebSocket, stream: Duplex) => {
    open.set(socket, openSocketSession({ socket, stream }, { ...parts, fanOut, hasRoom }));
    gauges.sockets.set(open.size);
    socket.once('close', () => {
      const username = open.get(socket)?.username() ?? null;
      if (username !== null) parts.presence.seen(username);
      open.delete(socket);
      gauges.sockets.set(open.size);
    });
  };
  const take: AcceptUpgrade = (request, socket, head) => {
    // Other origins are rejected: a foreign page must not use the viewer's session.
    if (request.headers.origin !== undefined && request.headers.origin !== origin) return refuseUpgrade(socket, '403 Forbidden');
    const address = parts.addressOf(request);
    if (!addresses.enter(address)) return refuseLate(socket);
    socket.once('close', () => addresses.leave(address));
    webSockets.handleUpgrade(request, socket, head, (webSocket) => connect(webSocket, socket));
    return undefined;
  };
  parts.presence.watch(() => [...open.values()].flatMap((conversation) => conversation.username() ?? []));
  const stopRevoking = parts.identity.onRevoked((grant) => {
    for (const conversation of open.values()) if (conversation.grant() === grant) conversation.end(CLOSE_UNAUTHENTICATED);
  });
  return {
    accept: take,
    close: () => {
      stopRevoking();
      stopListening();
      stopPinging();
      stopRechecking();
      fanOut.close();
      for (const conversation of open.values()) conversation.end(GOING_AWAY);
      webSockets.close();
    },
  };
}
