import type { StopFrame } from '#contract/fleet/socket';
import { defer, filter, map, merge, mergeMap, NEVER, of, startWith, switchMap, take, takeUntil, timer, type Observable } from 'rxjs';
import type { EventPayload } from '../event.ts';
import type { CommandIntent } from '../intent.ts';
import type { Ports } from '../ports.ts';
import { requestOnce, type Attempt } from '../query/requestOnce.ts';
import type { SourcedEvents } from '../stamp.ts';

/** A stop that the server has not confirmed over the socket after this many ms is sent by the call too, with the same request id. */
export const RECEIPT_MS = 500;
/** The same for a stop that was received and has no outcome; the server waits 5 s for the device. */
export const OUTCOME_MS = 8_000;

/** The open socket as a second way for stops. */
export interface SocketLink {
  /** The events of the socket. */
  readonly socket$: Observable<SourcedEvents>;
  readonly send: (frame: StopFrame) => void;
}

/** The link of a console whose server takes no stops over the socket. */
export const noSocketLink: SocketLink = { socket$: NEVER, send: () => undefined };

// Opening and closing come alone: the pushes of a busy socket are not looked through.
const changeOf = ({ events }: SourcedEvents): EventPayload['kind'] | undefined => events[0]?.kind;

/** Whether the socket is open, now and at every change. */
export const isSocketOpen = ({ socket$ }: SocketLink): Observable<boolean> =>
  socket$.pipe(
    map(changeOf),
    filter((kind) => kind === 'socket.opened' || kind === 'socket.closed'),
    map((kind) => kind === 'socket.opened'),
    startWith(false),
  );

type Answered = Extract<EventPayload, { kind: 'stop.answered' }>;

/** The outcome of a stop over the socket, in the form of a response to the call. */
function attemptOf({ status, isDone, message }: Answered, requestedAt: number): Attempt {
  if (status < 200 || status > 299) return { ok: false, failure: { status, message }, serverAt: null };
  return { ok: true, answer: { success: isDone }, deviceEvents: [], text: null, unread: 0, requestedAt, serverAt: null };
}

/**
 * Sends a stop over the open socket, which no download or poll of this browser can hold up; by the call too when the server does not confirm it, does not
 * say how it ended, or the socket closes. Both have one request id, so that it is one stop. Emits the first outcome and completes. Never errors.
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
    // After the answers are listened to: a server may answer at once.
    const sent$ = of(null).pipe(
      mergeMap(() => {
        link.send({ type: 'stop', request_id: commandId, device_serial: intent.serial });
        return NEVER;
      }),
    );
    return merge(outcome$, byCall$, sent$).pipe(take(1));
  });
}
