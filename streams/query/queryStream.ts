import { addressOf, callNamed, type Call } from '#contract/call';
import {
  connect,
  defer,
  EMPTY,
  endWith,
  filter,
  identity,
  map,
  merge,
  mergeMap,
  NEVER,
  of,
  scan,
  startWith,
  switchMap,
  take,
  takeWhile,
  tap,
  throttleTime,
  type MonoTypeOperatorFunction,
  type Observable,
} from 'rxjs';
import { reduceQuery, initialQueryMemory, type QueryTransition } from './reduceQuery.ts';
import { requestAgain, requestOnce, type Attempt } from './requestOnce.ts';
import { requestAllPages } from './requestAllPages.ts';
import { keyOf, type RequestSpec } from '../event.ts';
import { isFullList } from './fullLists.ts';
import { shortestInterval, type WantedInterval } from '../operators/shortestInterval.ts';
import { onlineAgain } from '../operators/onlineAgain.ts';
import { poll, pollInterval } from '../operators/poll.ts';
import { whileSignedIn } from '../operators/whileSignedIn.ts';
import { whileVisible } from '../operators/whileVisible.ts';
import { withinSession } from '../operators/withinSession.ts';
import type { Ports } from '../ports.ts';
import type { SourcedEvents } from '../stamp.ts';
import type { QueryIntent } from '../intent.ts';

/** Callback that receives the response of a secret call or the bytes of a shown file; neither is stored elsewhere. `key` is the key of the request. */
export type OnSecret = (key: string, answer: unknown) => void;

const STARTED: QueryTransition = { kind: 'started' };
const RESET: QueryTransition = { kind: 'reset' };
const CANCELLED: QueryTransition = { kind: 'cancelled' };

const isSuccess = (transition: QueryTransition): boolean => transition.kind === 'settled' && transition.attempt.ok;

const toTransition = map((attempt: Attempt): QueryTransition => ({ kind: 'settled', attempt }));

/** Creates an operator that numbers the requests of a query in the order of their starts. */
function numbering(): MonoTypeOperatorFunction<Attempt> {
  let count = 0;
  return (attempt$) =>
    defer(() => {
      count += 1;
      const order = count;
      return attempt$.pipe(map((attempt) => ({ ...attempt, order })));
    });
}

/** Minimum interval of progress events, in ms; each event is recorded, and nobody reads faster. */
const PROGRESS_EVERY_MS = 500;

/** Adds the progress of a file, and ends the request when the user cancels it; unsubscribing aborts the request. */
function onItsWay(
  ports: Ports,
  call: Call,
  request: RequestSpec,
  cancelled$: Observable<unknown>,
): MonoTypeOperatorFunction<QueryTransition> {
  const address = addressOf(call, request.params, request.query);
  const progressed$ = ports.progress$.pipe(
    filter((progress) => progress.address === address),
    throttleTime(PROGRESS_EVERY_MS, ports.clock, { leading: true, trailing: true }),
    map(({ bytes, total }): QueryTransition => ({ kind: 'progressed', bytes, total })),
  );
  const others$ = merge(call.file || call.multipart ? progressed$ : EMPTY, cancelled$.pipe(map(() => CANCELLED)));
  return (transitions$) =>
    merge(transitions$.pipe(endWith(null)), others$).pipe(
      takeWhile((transition) => transition !== null && transition.kind !== 'cancelled', true),
      filter((transition) => transition !== null),
    );
}

const isSignedIn = (ports: Ports, call: Call): Observable<boolean> =>
  call.access === 'none' ? of(true) : ports.token$.pipe(map((token) => token !== null));

// The memory is reset at sign-out, so that responses for different users are not compared.
function resetOnSignOut(ports: Ports, call: Call, transitions$: Observable<QueryTransition>): Observable<QueryTransition> {
  if (call.access === 'none') return transitions$;
  const signedOut$ = isSignedIn(ports, call).pipe(
    filter((isIn) => !isIn),
    map(() => RESET),
  );
  return merge(signedOut$, transitions$.pipe(whileSignedIn(ports)));
}

/** A query: its call and request, the stream that cancels its requests, and the operator that numbers them. */
interface Query {
  readonly call: Call;
  readonly request: RequestSpec;
  readonly cancelled$: Observable<unknown>;
  readonly numbered: MonoTypeOperatorFunction<Attempt>;
}

function polledOrOnce(ports: Ports, { call, request, cancelled$, numbered }: Query, everyMs: WantedInterval): Observable<QueryTransition> {
  if (everyMs === undefined) return EMPTY;
  const attempt = (before: Attempt | null) =>
    (isFullList(request) ? requestAllPages(ports, request, before) : requestAgain(ports, request, before)).pipe(numbered);
  if (everyMs === null) {
    const once$ = defer(() => attempt(null)).pipe(toTransition, startWith(STARTED), onItsWay(ports, call, request, cancelled$));
    return resetOnSignOut(ports, call, once$);
  }
  const polled$ = poll(attempt, pollInterval(everyMs), ports.clock).pipe(toTransition, startWith(STARTED));
  // While offline, the poll continues and fails. When online again, it restarts at once instead of waiting for the interval.
  const transitions$ = onlineAgain(ports).pipe(
    startWith(null),
    switchMap(() => polled$),
  );
  return resetOnSignOut(ports, call, transitions$.pipe(whileVisible(ports)));
}

const isRead = (call: Call): boolean => call.method === 'GET' && !call.hasSideEffects;

/** Returns whether a request may wait for a sign-in. A write or a secret may not, because the next user to sign in must not send it. */
const mayWait = (call: Call): boolean => isRead(call) && !call.secret;

const NOBODY: Attempt = { ok: false, failure: { status: 0, message: 'Nobody is signed in' }, offsetMs: null };

/**
 * Sends one request. A read waits for a sign-in, and ends with the session, since the next user must not see the response. Later requests do not cancel a
 * request, but its response does not replace the response of a later one. Source: QUERY6.
 */
function requestedOnce(
  ports: Ports,
  { call, cancelled$, numbered }: Query,
  { request, body }: Extract<QueryIntent, { kind: 'query.requested' }>,
): Observable<QueryTransition> {
  const attempt = defer(() => (isFullList(request) ? requestAllPages(ports, request, null) : requestOnce(ports, request, body))).pipe(
    numbered,
  );
  const transitionsOf = (attempt$: Observable<Attempt>) =>
    attempt$.pipe(toTransition, startWith(STARTED), onItsWay(ports, call, request, cancelled$));
  const inSession: MonoTypeOperatorFunction<QueryTransition> = call.access === 'none' ? identity : withinSession(ports, isRead(call));
  return isSignedIn(ports, call).pipe(
    filter((isIn) => isIn || !mayWait(call)),
    take(1),
    mergeMap((isIn) => (isIn ? transitionsOf(attempt).pipe(inSession) : transitionsOf(of(NOBODY)))),
  );
}

/**
 * Emits the events of all requests with one key, from the intents with this key: polls while a view subscribes, and requests once per `query.requested`.
 * `cancelled$` aborts single requests.
 */
export function queryStream(
  ports: Ports,
  request: RequestSpec,
  intents$: Observable<QueryIntent>,
  onSecret: OnSecret,
  cancelled$: Observable<unknown> = NEVER,
): Observable<SourcedEvents> {
  const call = callNamed(request.call);
  const key = keyOf(request);
  if (call === undefined) {
    const failure = { status: 0, message: `unknown call: ${request.call}` };
    return of({ source: 'log', events: [{ kind: 'request.failed', key, call: request.call, failure }] });
  }
  const query: Query = { call, request, cancelled$, numbered: numbering() };
  return intents$.pipe(
    connect((intent$) =>
      merge(
        intent$.pipe(
          shortestInterval(),
          switchMap((everyMs) => polledOrOnce(ports, query, everyMs)),
        ),
        intent$.pipe(mergeMap((intent) => (intent.kind === 'query.requested' ? requestedOnce(ports, query, intent) : EMPTY))),
      ),
    ),
    tap(
      (transition) =>
        (call.secret || call.shown) && transition.kind === 'settled' && transition.attempt.ok && onSecret(key, transition.attempt.answer),
    ),
    // The device list belongs to one response, so a later failure must not emit it again.
    scan((memory, transition) => ({ transition, memory: reduceQuery(memory.memory, call, key, transition) }), {
      transition: RESET,
      memory: initialQueryMemory,
    }),
    filter(({ memory: { events } }) => events.length > 0),
    map(({ transition, memory: { events, presence } }) => ({
      source: call.name,
      events,
      ...(isSuccess(transition) && presence !== undefined ? { presence } : {}),
    })),
  );
}
