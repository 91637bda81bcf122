import { CLOSE_UNAUTHENTICATED, type ClientFrame } from '#contract/socket';
import {
  catchError,
  concat,
  concatMap,
  connect,
  defer,
  distinctUntilKeyChanged,
  EMPTY,
  expand,
  filter,
  ignoreElements,
  map,
  merge,
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
import type { News } from './event.ts';
import { readFrame, readingNews } from './frame.ts';
import { backoffMs } from './operators/backoff.ts';
import { onlineAgain } from './operators/onlineAgain.ts';
import { whileSignedIn } from './operators/whileSignedIn.ts';
import type { Ports, SocketNews, Token } from './ports.ts';
import type { Arrival } from './stamp.ts';

/** Close code where the network gave none. */
const CLOSE_ABNORMAL = 1006;
const closed: SocketNews = { kind: 'closed', code: CLOSE_ABNORMAL };

type Opened = Extract<SocketNews, { kind: 'opened' }>;
/** News of the socket, its frames read. */
type Item = Exclude<SocketNews, { kind: 'frame' }> | { readonly kind: 'read'; readonly news: readonly News[] };

// A frame that is read apart takes a moment; what follows waits, so that the order of the socket is the order of the log.
const read = ({ readApart }: Ports) =>
  concatMap((item: SocketNews): Observable<Item> => {
    if (item.kind !== 'frame') return of(item);
    return readApart('frame', item.text).pipe(
      map((reading) => ({ kind: 'read', news: reading === null ? readFrame(item.text) : readingNews(reading) })),
    );
  });

/** One moment of the link: its news, how many attempts in a row have failed, and, once it is closed, the pause before the next. */
interface Moment {
  readonly news: readonly News[];
  readonly failures: number;
  readonly isOpen: boolean;
  readonly retryInMs: number | null;
}

/** Authenticates, then subscribes; authenticates again on the same socket with every new token. Emits nothing. Source: OPEN-13, OPEN-14. */
function greet(opened: Opened, token$: Observable<Token | null>): Observable<never> {
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

function next(last: Moment, item: Item, random: () => number): Moment {
  if (item.kind === 'opened') return { ...last, isOpen: true, news: [{ kind: 'link.opened' }] };
  if (item.kind === 'read') return { ...last, news: item.news };
  // A server that opens and then refuses the token has not let us in: that attempt failed like one that never opened.
  const failures = last.isOpen && item.code !== CLOSE_UNAUTHENTICATED ? 0 : last.failures;
  const retryInMs = backoffMs(failures, random);
  return { news: [{ kind: 'link.lost', code: item.code, retryInMs }], failures: failures + 1, isOpen: false, retryInMs };
}

/** One socket from opening to closing. */
function life(ports: Ports, address: string, failures: number): Observable<Moment> {
  const untilClosed$ = concat(defer(() => ports.openSocket(address)).pipe(catchError(() => EMPTY)), of(closed)).pipe(
    takeWhile((item) => item.kind !== 'closed', true),
  );
  const start: Moment = { news: [], failures, isOpen: false, retryInMs: null };
  return untilClosed$.pipe(
    connect((item$) =>
      merge(
        item$.pipe(
          read(ports),
          scan((last, item) => next(last, item, ports.random), start),
        ),
        item$.pipe(
          switchMap((item) => (item.kind === 'opened' ? of(item) : EMPTY)),
          switchMap((opened) => greet(opened, ports.token$)),
          takeUntil(item$.pipe(filter((item) => item.kind === 'closed'))),
        ),
      ),
    ),
  );
}

/**
 * The news of `address` + `/ws` while somebody is signed in, over as many sockets as it takes: opened again after every close, also a clean
 * one, with backoff, and at once when the connection returns. Never errors. Source: LIVE-002..006, OPEN-17.
 */
export function socket(ports: Ports, address: string): Observable<Arrival> {
  return life(ports, `${address}/ws`, 0).pipe(
    expand((moment) =>
      moment.retryInMs === null
        ? EMPTY
        : merge(timer(moment.retryInMs, ports.clock), onlineAgain(ports)).pipe(
            take(1),
            switchMap(() => life(ports, `${address}/ws`, moment.failures)),
          ),
    ),
    filter(({ news }) => news.length > 0),
    map(({ news }) => ({ source: 'socket', news })),
    whileSignedIn(ports),
  );
}
