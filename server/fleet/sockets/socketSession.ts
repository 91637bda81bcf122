import { Buffer } from 'node:buffer';
import type { RawData, WebSocket } from 'ws';
import {
  CLOSE_BAD_FRAME,
  CLOSE_TOO_SLOW,
  CLOSE_UNAUTHENTICATED,
  clientFrame,
  type ClientFrame,
  type StopAnswer,
} from '#contract/fleet/socket';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { failureOf } from '../../platform/http/errors.ts';
import type { Gauges } from '../../platform/gauges.ts';
import type { TokenVerifier } from '../../platform/http/authorise.ts';
import type { Principal } from '../../platform/principal.ts';
import { scopeOf } from '../../locations/visibility.ts';
import type { FanOut } from './fanOut.ts';

/** Authentication timeout in ms. */
const AUTHENTICATION_MS = 10_000;
/** Maximum number of queued client frames; more closes the socket, since no console sends that many. */
const MAX_WAITING = 50;
/** Maximum delay of a Node timer, in ms. */
const MAX_TIMER_MS = 2_147_483_647;
/** Time for the peer to answer the close frame before the socket is terminated, in ms. */
const CLOSE_GRACE_MS = 1_000;
const TRY_AGAIN_LATER = 1013;

/** Stops a device for a caller, like the call with this request id. Never rejects. */
export type StopForCaller = (
  caller: Principal,
  stop: { readonly serial: string; readonly requestId: string },
) => Promise<Omit<StopAnswer, 'type' | 'request_id'>>;

/** Maximum number of stops of one socket that are not answered yet: far more than a person presses; more are answered with 429, and the call is open. */
const MAX_STOPS = 100;

/** Dependencies of a socket session. */
export interface SessionDependencies {
  readonly identity: TokenVerifier;
  readonly registry: OwnershipRegistry;
  readonly fanOut: FanOut;
  readonly gauges: Gauges;
  readonly stop: StopForCaller;
  /** Whether a person may open one more socket. */
  readonly hasRoom: (username: string) => boolean;
  readonly now: () => number;
}

/** One open socket. */
export interface SocketSession {
  readonly grant: () => string | null;
  /** The authenticated user; null before authentication. */
  readonly username: () => string | null;
  readonly end: (code: number) => void;
  /** Verifies the token again: an ended sign-in closes the socket, changed groups change what it gets. Without an answer nothing changes. */
  readonly recheck: () => Promise<void>;
}

function readFrame(data: RawData, isBinary: boolean): ClientFrame | null {
  if (isBinary || !Buffer.isBuffer(data)) return null;
  try {
    const parsed = clientFrame.safeParse(JSON.parse(data.toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Handles one socket: authentication, then subscriptions, until the token expires. */
export function openSession(socket: WebSocket, parts: SessionDependencies): SocketSession {
  const { fanOut, gauges, now } = parts;
  let caller: Principal | null = null;
  let lastToken = '';
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  let deadline: NodeJS.Timeout;

  const end = (code: number) => {
    clearTimeout(deadline);
    fanOut.remove(socket);
    gauges.cut.inc({ code: String(code) });
    socket.close(code);
    setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref();
  };
  const endAt = (at: number) => {
    clearTimeout(deadline);
    deadline = setTimeout(() => end(CLOSE_UNAUTHENTICATED), Math.min(Math.max(0, at - now()), MAX_TIMER_MS));
  };
  deadline = setTimeout(() => end(CLOSE_UNAUTHENTICATED), AUTHENTICATION_MS);

  const authenticate = async (token: string) => {
    const found = await parts.identity.verify(token);
    const isSamePerson = caller === null || caller.username === found.username;
    if (!found.secondFactor || found.expiresAt <= now() || !isSamePerson) return end(CLOSE_UNAUTHENTICATED);
    if (caller === null && !parts.hasRoom(found.username)) return end(TRY_AGAIN_LATER);
    caller = found;
    lastToken = token;
    endAt(found.expiresAt);
  };
  const authenticateAgain = async () => {
    if (caller === null || socket.readyState !== socket.OPEN) return;
    await authenticate(lastToken).catch((error: unknown) => {
      if (failureOf(error).status < 500) end(CLOSE_UNAUTHENTICATED);
    });
  };

  const subscribe = (serials: readonly string[]) => {
    if (caller === null) return end(CLOSE_UNAUTHENTICATED);
    const subscriber = caller;
    fanOut.add(socket, {
      person: subscriber.username,
      // Evaluated for each batch: permissions can change while the socket is open.
      scope: () => scopeOf(caller ?? subscriber, parts.registry),
      wanted: serials.length === 0 ? null : new Set(serials),
      unreadBytes: () => socket.bufferedAmount,
      send: (frame) => socket.send(frame, { binary: false }, () => undefined),
      cut: () => {
        end(CLOSE_TOO_SLOW);
        socket.terminate();
      },
    });
  };

  let stops = 0;
  const answerStop = (request_id: string, answer: Omit<StopAnswer, 'type' | 'request_id'>) =>
    socket.send(JSON.stringify({ type: 'stop', request_id, ...answer } satisfies StopAnswer), { binary: false }, () => undefined);
  const stop = async (by: Principal, { request_id: requestId, device_serial: serial }: Extract<ClientFrame, { type: 'stop' }>) => {
    if (stops >= MAX_STOPS) return answerStop(requestId, { status: 429, error: 'TooMany: too many stops at once' });
    stops += 1;
    answerStop(requestId, { status: null });
    answerStop(requestId, await parts.stop(by, { serial, requestId }));
    stops -= 1;
  };

  const receive = async (frame: ClientFrame | null) => {
    waiting -= 1;
    if (socket.readyState !== socket.OPEN) return;
    if (frame === null) return end(CLOSE_BAD_FRAME);
    if (frame.type === 'subscribe') return subscribe(frame.device_serials);
    if (frame.type === 'stop') return caller === null ? end(CLOSE_UNAUTHENTICATED) : void stop(caller, frame);
    await authenticate(frame.access_token).catch((error: unknown) =>
      end(failureOf(error).status < 500 ? CLOSE_UNAUTHENTICATED : TRY_AGAIN_LATER),
    );
  };

  socket.on('message', (data, isBinary) => {
    waiting += 1;
    if (waiting > MAX_WAITING) return end(CLOSE_BAD_FRAME);
    const frame = readFrame(data, isBinary);
    // At once: a token that is renewed, or a slow database, must not hold up a stop of somebody who is signed in.
    if (frame?.type === 'stop' && caller !== null) {
      waiting -= 1;
      return void stop(caller, frame);
    }
    // In sequence: the subscription may arrive while the token is still being verified.
    last = last.then(() => receive(frame));
  });
  socket.on('close', () => {
    clearTimeout(deadline);
    fanOut.remove(socket);
  });
  socket.on('error', () => socket.terminate());
  return {
    grant: () => caller?.grant ?? null,
    username: () => caller?.username ?? null,
    end,
    // In sequence with the frames: an answer for an older token must not replace a newer one.
    recheck: () => (last = last.then(authenticateAgain)),
  };
}
