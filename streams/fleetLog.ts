import {
  catchError,
  connect,
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
  switchMap,
  take,
  type GroupedObservable,
  type Observable,
} from 'rxjs';
import { commandActs } from './commands.ts';
import { conversation, type OnSecret } from './conversation.ts';
import { keyOf, type FleetEvent, type News } from './event.ts';
import { log, type LogKeeping } from './log.ts';
import { clockMoved } from './operators/clockMoved.ts';
import { openAfter } from './operators/interest.ts';
import { newestPer } from './operators/newestPer.ts';
import { refusedOnce } from './operators/refusedOnce.ts';
import { takenOver } from './operators/takenOver.ts';
import type { Ports } from './ports.ts';
import { socket } from './socket.ts';
import type { Arrival } from './stamp.ts';
import { isAsking, type AskingWish, type Wish } from './wish.ts';

/** What the log is told about its place. `session$` gives the session's news; it may error or complete without harm. */
export interface FleetLogConfig extends LogKeeping {
  /** From `config.json`, without `/ws`. */
  readonly websocket_address: string;
  readonly session$: Observable<News>;
  readonly onSecret: OnSecret;
}

/** The log's clock ticks once so many ms. */
const TICK_MS = 1_000;

const from = (source: string) => map((item: News): Arrival => ({ source, news: [item] }));

// A source that breaks is a gap in the log, never its end.
function surviving(source: string, arrivals$: Observable<Arrival>): Observable<Arrival> {
  return arrivals$.pipe(catchError(() => of<Arrival>({ source: 'log', news: [{ kind: 'log.gap', lost: 0, reason: `${source} broke` }] })));
}

// What a person wished is itself news; that a question was given shows as `call.asked`, and a command tells its own life.
function spoken(wish: Wish): readonly News[] {
  if (wish.kind === 'ask.given' || wish.kind === 'command.given') return [];
  if (wish.kind === 'interest.closed') return [{ kind: wish.kind, key: keyOf(wish.question) }];
  if (wish.kind !== 'interest.opened') return [wish];
  return [{ kind: wish.kind, key: keyOf(wish.question), question: wish.question, everyMs: wish.everyMs }];
}

const whenUnwanted = (wishes$: Observable<AskingWish>) =>
  wishes$.pipe(
    scan(openAfter, [] satisfies readonly (number | null)[]),
    filter((open) => open.length === 0),
  );

// `startWith`: the wish that begins a conversation also tells its question.
function aboutOne(ports: Ports, about$: GroupedObservable<string, AskingWish>, onSecret: OnSecret): Observable<Arrival> {
  const arrivals$ = about$.pipe(
    connect((wish$) =>
      wish$.pipe(
        take(1),
        switchMap((first) => conversation(ports, first.question, wish$.pipe(startWith(first)), onSecret)),
      ),
    ),
  );
  return surviving(about$.key, arrivals$);
}

function conversations(ports: Ports, wishes$: Observable<Wish>, onSecret: OnSecret): Observable<Arrival> {
  return wishes$.pipe(
    filter(isAsking),
    groupBy((wish) => keyOf(wish.question), { duration: whenUnwanted }),
    mergeMap((about$) => aboutOne(ports, about$, onSecret)),
  );
}

/** Commands, and the answers to all questions: those of views, and those that a command makes worth asking again. */
function acts(ports: Ports, wishes$: Observable<Wish>, onSecret: OnSecret): Observable<Arrival> {
  return commandActs(ports, wishes$).pipe(
    connect((act$) => {
      const again$ = act$.pipe(mergeMap(({ again }) => again));
      return merge(surviving('commands', act$), conversations(ports, merge(wishes$, again$), onSecret));
    }),
  );
}

// A page begins shown and online; that is no news.
const changesOf = (state$: Observable<boolean>) =>
  state$.pipe(
    distinctUntilChanged(),
    skipWhile((isUsual) => isUsual),
  );

function pageNews({ visible$, online$ }: Ports): Observable<Arrival> {
  return merge(
    changesOf(visible$).pipe(
      map((isVisible): News => ({ kind: isVisible ? 'page.shown' : 'page.hidden' })),
      from('user'),
    ),
    changesOf(online$).pipe(
      map((isOnline): News => ({ kind: isOnline ? 'page.online' : 'page.offline' })),
      from('log'),
    ),
  );
}

/**
 * The whole of the streams: wishes and ports in, the one log out, in batches. Never errors; ends only when it is left. Deterministic for given
 * ports: the same replies at the same times give the same log.
 */
export function fleetLog(ports: Ports, wishes$: Observable<Wish>, config: FleetLogConfig): Observable<readonly FleetEvent[]> {
  const session$ = surviving('session', config.session$.pipe(from('session')));
  const slow$ = wishes$.pipe(
    catchError(() => EMPTY),
    connect((wish$) =>
      merge(
        session$,
        pageNews(ports),
        wish$.pipe(mergeMap(spoken), from('user')),
        acts(ports, wish$, config.onSecret),
        interval(TICK_MS, ports.clock).pipe(
          map((): News => ({ kind: 'clock.ticked' })),
          from('log'),
        ),
      ),
    ),
    refusedOnce(),
    clockMoved(),
  );
  const arrivals$ = merge(slow$, surviving('socket', socket(ports, config.websocket_address)));
  return log(arrivals$.pipe(newestPer(ports.clock), takenOver()), ports, config);
}
