import {
  catchError,
  connect,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  groupBy,
  interval,
  map,
  merge,
  mergeMap,
  of,
  scan,
  skipWhile,
  startWith,
  Subject,
  switchMap,
  take,
  type GroupedObservable,
  type Observable,
} from 'rxjs';
import type { StopFrame } from '#contract/fleet/socket';
import { commandEvents, type CommandTransport } from './commands.ts';
import { queryStream, type OnSecret } from '../query/queryStream.ts';
import { keyOf, type RequestSpec, type FleetEvent, type EventPayload } from '../event.ts';
import { clockMoved } from '../operators/clockMoved.ts';
import { openAfter } from '../operators/shortestInterval.ts';
import { newestPer } from '../operators/newestPer.ts';
import { firstRejection } from '../operators/firstRejection.ts';
import { sessionTakenOver } from '../operators/sessionTakenOver.ts';
import { tickAfterStates } from '../operators/tickAfterStates.ts';
import type { Ports } from '../ports.ts';
import { socket } from '../socket/socket.ts';
import { type SourcedEvents, stamp } from '../stamp.ts';
import { noSocketLink } from './stopOverSocket.ts';
import { isQueryIntent, type QueryIntent, type Intent } from '../intent.ts';
import { batchPerFrame } from '../operators/batchPerFrame.ts';

/** Creates the single ordered log: events get `seq` and `at` on arrival and are emitted in batches, one per frame. */
function log(sourced$: Observable<SourcedEvents>, ports: Pick<Ports, 'visible$' | 'frame$' | 'clock'>): Observable<readonly FleetEvent[]> {
  return sourced$.pipe(stamp(ports.clock), batchPerFrame(ports));
}

/** The configuration of a log. An error or the completion of `session$` does not end the log. */
export interface FleetLogConfig {
  /** The address from `config.json`, without `/ws`. */
  readonly websocket_address: string;
  readonly session$: Observable<EventPayload>;
  readonly onSecret: OnSecret;
  /** The features that the server announces beyond the specification; none by default. */
  readonly features?: readonly string[];
}

/** Interval of the log's clock, in ms. */
const TICK_MS = 1_000;

const from = (source: string) => map((payload: EventPayload): SourcedEvents => ({ source, events: [payload] }));

// An error of a source becomes a gap in the log and does not end it.
function surviving(source: string, sourced$: Observable<SourcedEvents>): Observable<SourcedEvents> {
  return sourced$.pipe(
    catchError(() => of<SourcedEvents>({ source: 'log', events: [{ kind: 'log.gap', lost: 0, reason: `${source} broke` }] })),
  );
}

// Every intent is an event, with these exceptions: `query.requested` and `query.cancelled` appear as `request.started` and `request.cancelled`, and commands
// have their own events.
function intentEvents(intent: Intent): readonly EventPayload[] {
  if (intent.kind === 'query.requested' || intent.kind === 'query.cancelled' || intent.kind === 'command.requested') return [];
  if (intent.kind === 'query.unsubscribed') return [{ kind: intent.kind, key: keyOf(intent.request) }];
  if (intent.kind !== 'query.subscribed') return [intent];
  return [{ kind: intent.kind, key: keyOf(intent.request), request: intent.request, everyMs: intent.everyMs }];
}

const unsubscribed = (intents$: Observable<QueryIntent>) =>
  intents$.pipe(
    scan(openAfter, [] satisfies readonly (number | null)[]),
    filter((open) => open.length === 0),
  );

// `startWith` repeats the first intent of a query, because it also carries the request.
function oneQuery(
  ports: Ports,
  query$: GroupedObservable<string, QueryIntent>,
  { onSecret, cancelled$ }: { readonly onSecret: OnSecret; readonly cancelled$: Observable<RequestSpec> },
): Observable<SourcedEvents> {
  const ended$ = cancelled$.pipe(filter((request) => keyOf(request) === query$.key));
  const sourced$ = query$.pipe(
    connect((intent$) =>
      intent$.pipe(
        take(1),
        switchMap((first) => queryStream(ports, first.request, intent$.pipe(startWith(first)), onSecret, ended$)),
      ),
    ),
  );
  return surviving(query$.key, sourced$);
}

function queryStreams(ports: Ports, intents$: Observable<Intent>, onSecret: OnSecret): Observable<SourcedEvents> {
  // Cancellations are not grouped by key with the other intents: the group of a key without a subscription is dropped while its request is in flight.
  const cancelled$ = intents$.pipe(mergeMap((intent) => (intent.kind === 'query.cancelled' ? [intent.request] : [])));
  return intents$.pipe(
    filter(isQueryIntent),
    groupBy((intent) => keyOf(intent.request), { duration: unsubscribed }),
    mergeMap((query$) => oneQuery(ports, query$, { onSecret, cancelled$ })),
  );
}

/** Emits the events of commands and of queries: the queries of views, and the queries that follow a command. */
function commandsAndQueries(
  ports: Ports,
  intents$: Observable<Intent>,
  onSecret: OnSecret,
  way: CommandTransport,
): Observable<SourcedEvents> {
  return commandEvents(ports, intents$, way).pipe(
    connect((command$) => {
      const followUps$ = command$.pipe(mergeMap(({ followUps }) => followUps));
      return merge(surviving('commands', command$), queryStreams(ports, merge(intents$, followUps$), onSecret));
    }),
  );
}

// A page is initially visible and online, so only changes are events.
const changesOf = (state$: Observable<boolean>) =>
  state$.pipe(
    distinctUntilChanged(),
    skipWhile((isUsual) => isUsual),
  );

function pageEvents({ visible$, online$ }: Ports): Observable<SourcedEvents> {
  return merge(
    changesOf(visible$).pipe(
      map((isVisible): EventPayload => ({ kind: isVisible ? 'page.shown' : 'page.hidden' })),
      from('user'),
    ),
    changesOf(online$).pipe(
      map((isOnline): EventPayload => ({ kind: isOnline ? 'page.online' : 'page.offline' })),
      from('log'),
    ),
  );
}

/**
 * Creates the one event log from intents and ports: all sources merged, stamped and batched (queries, commands, socket, session, page, tick). Never errors;
 * ends only when unsubscribed. Deterministic: the same responses at the same times produce the same log.
 */
export function fleetLog(ports: Ports, intents$: Observable<Intent>, config: FleetLogConfig): Observable<readonly FleetEvent[]> {
  return defer(() => {
    const { features = [] } = config;
    const stops$ = new Subject<StopFrame>();
    const sourced$ = surviving('socket', socket(ports, config.websocket_address, stops$)).pipe(
      connect((socket$) => {
        const link = features.includes('socket_stop') ? { socket$, send: (frame: StopFrame) => stops$.next(frame) } : noSocketLink;
        return merge(slowEvents(ports, intents$, config, { link, listsCommands: features.includes('commands') }), socket$);
      }),
    );
    return log(sourced$.pipe(newestPer(ports.clock), sessionTakenOver()), ports);
  });
}

/** Emits all events except those of the socket, which are too frequent for these operators. */
function slowEvents(ports: Ports, intents$: Observable<Intent>, config: FleetLogConfig, way: CommandTransport): Observable<SourcedEvents> {
  const session$ = surviving('session', config.session$.pipe(from('session')));
  return intents$.pipe(
    catchError(() => EMPTY),
    connect((intent$) =>
      merge(
        session$,
        pageEvents(ports),
        intent$.pipe(mergeMap(intentEvents), from('user')),
        commandsAndQueries(ports, intent$, config.onSecret, way),
        interval(TICK_MS, ports.clock).pipe(
          map((): EventPayload => ({ kind: 'clock.ticked' })),
          from('log'),
        ),
      ),
    ),
    firstRejection(),
    clockMoved(),
    tickAfterStates(),
  );
}
