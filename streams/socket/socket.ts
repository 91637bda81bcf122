import { CLOSE_UNAUTHENTICATED, type ClientFrame, type StopFrame } from '#contract/fleet/socket';
import {
  catchError,
  concat,
  connect,
  defer,
  distinctUntilKeyChanged,
  EMPTY,
  expand,
  filter,
  ignoreElements,
  map,
  merge,
  NEVER,
  of,
  scan,
  switchMap,
  take,
  takeUntil,
  takeWhile,
  tap,
  timer,
  type Observable,
} from 'rxjs';
import type { EventPayload } from '../event.ts';
import { readFrame, toEvents, unreadableFrame } from './frame.ts';
import { backoffMs } from '../operators/backoff.ts';
import { onlineAgain } from '../operators/onlineAgain.ts';
import { whileSignedIn } from '../operators/whileSignedIn.ts';
import type { Ports, SocketEvent, Token } from '../ports.ts';
import type { SourcedEvents } from '../stamp.ts';

/** Close code that is recorded for a socket that closed without a close code. */
const CLOSE_ABNORMAL = 1006;
const closed: SocketEvent = { kind: 'closed', code: CLOSE_ABNORMAL };

type Opened = Extract<SocketEvent, { kind: 'opened' }>;
/** The events of a socket, with its frames parsed. */
type ParsedSocketEvent =
  | Exclude<SocketEvent, { kind: 'frame' | 'read' | 'unreadable' }>
  | { readonly kind: 'parsed'; readonly events: readonly EventPayload[] };

const parsed = (event: SocketEvent): ParsedSocketEvent => {
  if (event.kind === 'frame') return { kind: 'parsed', events: readFrame(event.text) };
  if (event.kind === 'unreadable') return { kind: 'parsed', events: [unreadableFrame] };
  return event.kind === 'read' ? { kind: 'parsed', events: toEvents(event.reading) } : event;
};

/** The state of the connection after one event: the events, the number of consecutive failed attempts and, once closed, the pause before the next attempt. */
interface ConnectionState {
  readonly events: readonly EventPayload[];
  readonly failures: number;
  readonly isOpen: boolean;
  readonly retryInMs: number | null;
}

/** Authenticates, then subscribes; authenticates again on the same socket with every new token. Emits nothing. Source: OPEN-13, OPEN-14. */
function authenticate(opened: Opened, token$: Observable<Token | null>): Observable<never> {
  return token$.pipe(
    filter((token) => token !== null),
    distinctUntilKeyChanged('value'),
    map(({ value }, index): readonly ClientFrame[] => {
      const authentication: ClientFrame = { type: 'authentication', access_token: value };
      return index > 0 ? [authentication] : [authentication, { type: 'subscribe', subscription_type: 'UPDATE', device_serials: [] }];
    }),
    tap((frames) => frames.forEach((frame) => opened.send(JSON.stringify(frame)))),
    ignoreElements(),
  );
}

function next(last: ConnectionState, event: ParsedSocketEvent, random: () => number): ConnectionState {
  if (event.kind === 'opened') return { ...last, isOpen: true, events: [{ kind: 'socket.opened' }] };
  if (event.kind === 'parsed') return { ...last, events: event.events };
  // A server that opens the socket and then rejects the token is counted as a failed attempt.
  const failures = last.isOpen && event.code !== CLOSE_UNAUTHENTICATED ? 0 : last.failures;
  const retryInMs = backoffMs(failures, random);
  return { events: [{ kind: 'socket.closed', code: event.code, retryInMs }], failures: failures + 1, isOpen: false, retryInMs };
}

/** Sends stops while the socket is open; stops requested earlier are not sent. Emits nothing. */
const sendStops = (opened: Opened, stops$: Observable<StopFrame>): Observable<never> =>
  stops$.pipe(
    tap((frame) => opened.send(JSON.stringify(frame))),
    ignoreElements(),
  );

/** Emits the states of one socket, from opening to closing. */
function connection(ports: Ports, { address, stops$ }: SocketInput, failures: number): Observable<ConnectionState> {
  const untilClosed$ = concat(defer(() => ports.openSocket(address)).pipe(catchError(() => EMPTY)), of(closed)).pipe(
    takeWhile((event) => event.kind !== 'closed', true),
  );
  const start: ConnectionState = { events: [], failures, isOpen: false, retryInMs: null };
  return untilClosed$.pipe(
    connect((event$) =>
      merge(
        event$.pipe(scan((last, event) => next(last, parsed(event), ports.random), start)),
        event$.pipe(
          switchMap((event) => (event.kind === 'opened' ? of(event) : EMPTY)),
          // The token is sent first, because the server accepts no other frame before it.
          switchMap((opened) => merge(authenticate(opened, ports.token$), sendStops(opened, stops$))),
          takeUntil(event$.pipe(filter((event) => event.kind === 'closed'))),
        ),
      ),
    ),
  );
}

interface SocketInput {
  readonly address: string;
  /** Stops that are sent while the socket is open. */
  readonly stops$: Observable<StopFrame>;
}

/**
 * Emits the events of the WebSocket `address` + `/ws` while somebody is signed in: opens the socket, authenticates, subscribes, and reopens it with backoff
 * after every close, even a clean one. When the browser is online again, the socket is reopened at once. Never errors. Source: LIVE-002..006, OPEN-17.
 */
export function socket(ports: Ports, address: string, stops$: Observable<StopFrame> = NEVER): Observable<SourcedEvents> {
  const input: SocketInput = { address: `${address.replace(/\/+$/, '')}/ws`, stops$ };
  return connection(ports, input, 0).pipe(
    expand((state) =>
      state.retryInMs === null
        ? EMPTY
        : merge(timer(state.retryInMs, ports.clock), onlineAgain(ports)).pipe(
            take(1),
            switchMap(() => connection(ports, input, state.failures)),
          ),
    ),
    filter(({ events }) => events.length > 0),
    map(({ events }) => ({ source: 'socket', events })),
    whileSignedIn(ports),
  );
}
