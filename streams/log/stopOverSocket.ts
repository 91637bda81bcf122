import type { StopFrame } from '#contract/fleet/socket';
import {
  defer,
  distinctUntilChanged,
  filter,
  map,
  merge,
  mergeMap,
  NEVER,
  of,
  startWith,
  switchMap,
  take,
  takeUntil,
  timer,
  type Observable,
} from 'rxjs';
import type { EventPayload } from '../event.ts';
import type { CommandIntent } from '../intent.ts';
import type { Ports } from '../ports.ts';
import { requestOnce, type Attempt } from '../query/requestOnce.ts';
import type { SourcedEvents } from '../stamp.ts';

/** A stop that the server has not confirmed over the socket after this many ms is also sent as a call, with the same request id. */
export const RECEIPT_MS = 500;
/** The same limit for a stop that the server has received but that has no outcome yet, since the server waits 5 s for the device. */
export const OUTCOME_MS = 8_000;

/** The open socket as a second transport for stops. */
export interface SocketLink {
  /** The events of the socket. */
  readonly socket$: Observable<SourcedEvents>;
  readonly send: (frame: StopFrame) => void;
}

/** The socket link for a console whose server does not accept stops over the socket. */
export const noSocketLink: SocketLink = { socket$: NEVER, send: () => undefined };

// Open and close events arrive in their own batches, so the pushes of a busy socket need not be searched.
const changeOf = ({ events }: SourcedEvents): EventPayload['kind'] | undefined => events[0]?.kind;

/** Emits whether the socket is open, now and at every change. A sign-out ends the socket without an event of its own. */
export const isSocketOpen = ({ token$ }: Pick<Ports, 'token$'>, { socket$ }: SocketLink): Observable<boolean> =>
  merge(
    socket$.pipe(
      map(changeOf),
      filter((kind) => kind === 'socket.opened' || kind === 'socket.closed'),
      map((kind) => kind === 'socket.opened'),
    ),
    token$.pipe(
      filter((token) => token === null),
      map(() => false),
    ),
  ).pipe(startWith(false), distinctUntilChanged());

type Answered = Extract<EventPayload, { kind: 'stop.answered' }>;

/** The outcome of a stop over the socket, in the form of a response to the call. */
function attemptOf({ status, isDone, message }: Answered, requestedAt: number): Attempt {
  if (status < 200 || status > 299) return { ok: false, failure: { status, message }, offsetMs: null };
  return { ok: true, answer: { success: isDone }, deviceEvents: [], text: null, unread: 0, requestedAt, offsetMs: null };
}

/**
 * Sends a stop over the open socket, and as a call if the socket does not confirm it in time. No download or poll of this browser can delay the socket. The
 * call is sent when the server does not confirm the stop, does not report the outcome, or the socket closes. Both have one request id, so that the server stops
 * once. Emits the first outcome and completes. Never errors.
 */
export function stopOverSocket(ports: Ports, intent: CommandIntent, commandId: string, link: SocketLink): Observable<Attempt> {
  return defer(() => {
    const requestedAt = ports.clock.now();
    const own$ = link.socket$.pipe(mergeMap(({ events }) => events));
    const received$ = own$.pipe(filter((event) => event.kind === 'stop.received' && event.commandId === commandId));
    const outcome$ = own$.pipe(
      filter((event) => event.kind === 'stop.answered'),
      filter((event) => event.commandId === commandId),
      map((event) => attemptOf(event, requestedAt)),
    );
    const closed$ = own$.pipe(filter((event) => event.kind === 'socket.closed'));
    const unconfirmed$ = timer(RECEIPT_MS, ports.clock).pipe(takeUntil(received$));
    const byCall$ = merge(unconfirmed$, timer(OUTCOME_MS, ports.clock), closed$).pipe(
      take(1),
      switchMap(() => requestOnce(ports, intent.request, undefined, commandId)),
    );
    // Subscribes to the answers first, because a server may answer at once.
    const sent$ = of(null).pipe(
      mergeMap(() => {
        link.send({ type: 'stop', request_id: commandId, device_serial: intent.serial });
        return NEVER;
      }),
    );
    return merge(outcome$, byCall$, sent$).pipe(take(1));
  });
}
