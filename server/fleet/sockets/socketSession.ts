/** One open socket of a console: authentication, subscriptions, stop, until its token expires. */

import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import {
  CLOSE_BAD_FRAME,
  CLOSE_TOO_SLOW,
  CLOSE_UNAUTHENTICATED,
  clientFrame,
  COLUMN_PROTOCOL,
  JSON_PROTOCOL,
  type ClientFrame,
  type StopAnswer,
} from '#contract/fleet/socket';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { failureOf } from '../../platform/http/errors.ts';
import type { Gauges } from '../../platform/gauges.ts';
import type { TokenVerifier } from '../../platform/http/authorise.ts';
import type { Principal } from '../../platform/principal.ts';
import { scopeOf } from '../../locations/visibility.ts';
import type { FanOut, Reader } from './fanOut.ts';
import type { FrameFormat } from './frames.ts';

/** Authentication timeout in ms. */
const AUTHENTICATION_MS = 10_000;
/** Maximum number of queued client frames; more closes the socket, since no console sends that many. */
const MAX_WAITING = 50;
/** Maximum delay of a Node timer, in ms. */
const MAX_TIMER_MS = 2_147_483_647;
/** Time for the peer to answer the close frame before the socket is terminated, in ms. */
const CLOSE_GRACE_MS = 1_000;
const TRY_AGAIN_LATER = 1013;

/** Function that stops a device for a caller, like the call with this request id. Never rejects. */
export type StopForCaller = (
  caller: Principal,
  stop: { readonly serial: string; readonly requestId: string },
) => Promise<Omit<StopAnswer, 'type' | 'request_id'>>;

/**
 * Maximum number of unanswered stops of one socket: far more than a person presses; further ones are answered with 429, and the call is still
 * possible.
 */
const MAX_STOPS = 100;

/** Dependencies of a socket session. */
export interface SessionDependencies {
  readonly identity: TokenVerifier;
  readonly registry: OwnershipRegistry;
  readonly fanOut: FanOut;
  readonly gauges: Gauges;
  readonly stop: StopForCaller;
  /** Whether a person may open another socket. */
  readonly hasRoom: (username: string) => boolean;
  readonly now: () => number;
}

/** A socket and the connection below it; the socket sends without compression, so that both may be written. */
interface OpenSocket {
  readonly socket: WebSocket;
  readonly stream: Pick<Duplex, 'write'>;
}

/** One open socket. */
export interface SocketSession {
  readonly grant: () => string | null;
  /** The authenticated user; null before authentication. */
  readonly username: () => string | null;
  readonly end: (code: number) => void;
  /** Verifies the token again: an ended sign-in closes the socket, changed groups change its scope. If there is no answer, nothing changes. */
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

/** Creates the sign-in of a socket; `end` closes the socket. */
function createSignIn(parts: SessionDependencies, end: (code: number) => void) {
  let caller: Principal | null = null;
  let lastToken = '';
  let deadline = setTimeout(() => end(CLOSE_UNAUTHENTICATED), AUTHENTICATION_MS);
  const endAt = (at: number) => {
    clearTimeout(deadline);
    deadline = setTimeout(() => end(CLOSE_UNAUTHENTICATED), Math.min(Math.max(0, at - parts.now()), MAX_TIMER_MS));
  };
  const authenticate = async (token: string) => {
    const found = await parts.identity.verify(token);
    const isSamePerson = caller === null || caller.username === found.username;
    if (!found.secondFactor || found.expiresAt <= parts.now() || !isSamePerson) return end(CLOSE_UNAUTHENTICATED);
    if (caller === null && !parts.hasRoom(found.username)) return end(TRY_AGAIN_LATER);
    caller = found;
    lastToken = token;
    endAt(found.expiresAt);
  };
  return {
    caller: () => caller,
    authenticate,
    /** Verifies the token again; if there is no answer, nothing changes. */
    authenticateAgain: () =>
      authenticate(lastToken).catch((error: unknown) => {
        if (failureOf(error).status < 500) end(CLOSE_UNAUTHENTICATED);
      }),
    /** Stops waiting for the end of the sign-in. */
    clear: () => clearTimeout(deadline),
  };
}

/** Answers stops over a socket. */
function answerStops(socket: WebSocket, stop: StopForCaller) {
  let stops = 0;
  const answer = (request_id: string, given: Omit<StopAnswer, 'type' | 'request_id'>) =>
    socket.send(JSON.stringify({ type: 'stop', request_id, ...given } satisfies StopAnswer), { binary: false }, () => undefined);
  return async (by: Principal, { request_id: requestId, device_serial: serial }: Extract<ClientFrame, { type: 'stop' }>) => {
    if (stops >= MAX_STOPS) return answer(requestId, { status: 429, error: 'TooMany: too many stops at once' });
    stops += 1;
    answer(requestId, { status: null });
    answer(requestId, await stop(by, { serial, requestId }));
    stops -= 1;
  };
}

/**
 * Calls `receive` with each frame of a socket in sequence, unless `atOnce` handles the frame; calls `tooMany` if more than the maximum number of frames wait.
 */
function readFrames(
  socket: WebSocket,
  {
    receive,
    atOnce,
    tooMany,
  }: {
    readonly receive: (frame: ClientFrame | null) => Promise<void>;
    readonly atOnce: (frame: ClientFrame | null) => boolean;
    readonly tooMany: () => void;
  },
) {
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  /** Runs a function in sequence with the frames. */
  const inSequence = (run: () => Promise<void>) => (last = last.then(run));
  socket.on('message', (data, isBinary) => {
    if (waiting >= MAX_WAITING) return tooMany();
    const frame = readFrame(data, isBinary);
    if (atOnce(frame)) return;
    waiting += 1;
    void inSequence(() => {
      waiting -= 1;
      return receive(frame);
    });
  });
  return inSequence;
}

const formatOf = ({ protocol }: WebSocket): FrameFormat =>
  protocol === COLUMN_PROTOCOL ? 'columns' : protocol === JSON_PROTOCOL ? 'list' : 'messages';

/** Sends a frame, or many messages in one write: one write per message would delay all others while a large fleet reports. */
function sendFrame({ socket, stream }: OpenSocket, format: FrameFormat, frame: Buffer): void {
  if (format !== 'messages') socket.send(frame, { binary: format === 'columns' }, () => undefined);
  else if (socket.readyState === socket.OPEN) stream.write(frame);
}

/** Returns the reader of a socket for these devices or, without serials, for all devices in its scope. `tooSlow` is called when too much is unread. */
const readerOf = (
  open: OpenSocket,
  { person, scope, serials }: Pick<Reader, 'person' | 'scope'> & { readonly serials: readonly string[] },
  tooSlow: () => void,
): Reader => ({
  person,
  scope,
  wanted: serials.length === 0 ? null : new Set(serials),
  format: formatOf(open.socket),
  unreadBytes: () => open.socket.bufferedAmount,
  send: (frame) => sendFrame(open, formatOf(open.socket), frame),
  cut: () => {
    tooSlow();
    open.socket.terminate();
  },
});

/** Handles one socket: authentication, then subscriptions, until the token expires. */
export function openSocketSession(open: OpenSocket, parts: SessionDependencies): SocketSession {
  const { socket } = open;
  const { fanOut, gauges } = parts;
  const end = (code: number) => {
    signIn.clear();
    fanOut.remove(socket);
    gauges.cut.inc({ code: String(code) });
    socket.close(code);
    setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref();
  };
  const signIn = createSignIn(parts, end);
  const stop = answerStops(socket, parts.stop);

  const subscribe = (serials: readonly string[]) => {
    const subscriber = signIn.caller();
    if (subscriber === null) return end(CLOSE_UNAUTHENTICATED);
    // The scope is evaluated for each batch: permissions can change while the socket is open.
    const scope = () => scopeOf(signIn.caller() ?? subscriber, parts.registry);
    fanOut.add(
      socket,
      readerOf(open, { person: subscriber.username, scope, serials }, () => end(CLOSE_TOO_SLOW)),
    );
  };
  // Stops are handled at once: a token renewal or a slow database must not delay the stop of an authenticated user.
  const stopAtOnce = (frame: ClientFrame | null): boolean => {
    const caller = signIn.caller();
    if (frame?.type !== 'stop' || caller === null) return false;
    void stop(caller, frame);
    return true;
  };
  // Frames are handled in sequence: the subscription may arrive while the token is still being verified.
  const receive = async (frame: ClientFrame | null) => {
    if (socket.readyState !== socket.OPEN) return;
    if (frame === null) return end(CLOSE_BAD_FRAME);
    if (frame.type === 'subscribe') return subscribe(frame.device_serials);
    if (frame.type === 'stop') return stopAtOnce(frame) ? undefined : end(CLOSE_UNAUTHENTICATED);
    await signIn
      .authenticate(frame.access_token)
      .catch((error: unknown) => end(failureOf(error).status < 500 ? CLOSE_UNAUTHENTICATED : TRY_AGAIN_LATER));
  };
  const inSequence = readFrames(socket, { receive, atOnce: stopAtOnce, tooMany: () => end(CLOSE_BAD_FRAME) });

  socket.on('close', () => {
    signIn.clear();
    fanOut.remove(socket);
  });
  socket.on('error', () => socket.terminate());
  return {
    grant: () => signIn.caller()?.grant ?? null,
    username: () => signIn.caller()?.username ?? null,
    end,
    // The verification runs in sequence with the frames: an answer for an older token must not replace a newer one.
    recheck: () =>
      inSequence(async () => {
        if (signIn.caller() !== null && socket.readyState === socket.OPEN) await signIn.authenticateAgain();
      }),
  };
}
