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

/** Time, in ms, after which a stop that the server has not confirmed over the socket is also sent as a call, with the same request id. */
export const RECEIPT_MS = 500;
/** Time, in ms, after which a stop without an outcome is also sent as a call, even if the server has received it; the server waits 5 s for the device. */
export const OUTCOME_MS = 8_000;

/** The open socket as a second transport for stops. */
export interface SocketLink {
  /** The events of the socket. */
  readonly socket$: Observable<SourcedEvents>;
  readonly send: (frame: StopFrame) => void;
}

/** The socket link for a console whose server does not accept stops over the socket. */
export const noSocketLink: SocketLink = { socket$: NEVER, send: () => undefined };

// Open and close events arrive in batches of their own, so only the first event of a batch is checked, not the pushes of a busy socket.
const changeOf = ({ events }: SourcedEvents): EventPayload['kind'] | undefined => events[0]?.kind;

/** Emits whether the socket is open, initially and at every change. A sign-out ends the socket without an event. */
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

/** Returns the outcome of a stop over the socket, in the form of a response to the call. */
function attemptOf({ status, isDone, message }: Answered, requestedAt: number): Attempt {
  if (status < 200 || status > 299) return { ok: false, failure: { status, message }, offsetMs: null };
  return { ok: true, answer: { success: isDone }, deviceEvents: [], text: null, unread: 0, requestedAt, offsetMs: null };
}

/**
 * Sends a stop over the open socket, which no download or poll of this browser can delay. If the server does not confirm the stop or report the outcome in
 * time, or the socket closes, the stop is also sent as a call. Both have the same request id, so the server stops once. Emits the first outcome and completes.
 * Never errors.
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
    // The stop is sent after the subscription to the answers, because a server may answer at once.
    const sent$ = of(null).pipe(
      mergeMap(() => {
        link.send({ type: 'stop', request_id: commandId, device_serial: intent.serial });
        return NEVER;
      }),
    );
    return merge(outcome$, byCall$, sent$).pipe(take(1));
  });
}
