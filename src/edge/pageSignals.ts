/** Signals of the page: animation frames (`frames`, a timer of 16 ms), `online`, `visibility` and `firstIdle`. */

import { type Observable, type SchedulerLike, distinctUntilChanged, fromEvent, interval, map, merge, shareReplay, startWith } from 'rxjs';

/** About one animation frame, in ms. */
const BEAT_MS = 16;

/**
 * Emits about once per animation frame, by a timer, because `requestAnimationFrame` makes the browser run its whole rendering, although most batches of a fleet
 * change nothing visible.
 */
export const frames = (clock: SchedulerLike): Observable<unknown> => interval(BEAT_MS, clock);

type Listened = Pick<Window, 'addEventListener' | 'removeEventListener'> & { readonly navigator: Pick<Navigator, 'onLine'> };

/** Emits whether the browser has a network connection, now and at every change. */
export function online(page: Listened): Observable<boolean> {
  return merge(fromEvent(page, 'online'), fromEvent(page, 'offline')).pipe(
    startWith(null),
    map(() => page.navigator.onLine),
    distinctUntilChanged(),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

/** Emits whether the page is visible, now and at every change. */
export function visibility(page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>): Observable<boolean> {
  return fromEvent(page, 'visibilitychange').pipe(
    startWith(null),
    map(() => page.visibilityState === 'visible'),
    distinctUntilChanged(),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

type Idling = Pick<Window, 'setTimeout'> & Partial<Pick<Window, 'requestIdleCallback'>>;

/** Maximum wait for an idle moment, and the pause that is used if the browser cannot report idle moments (WebKit), in ms. */
const IDLE_MS = { longest: 2_000, instead: 200 };

/** Resolves once the page is idle, e.g. after it has rendered its screen. */
export const firstIdle = (page: Idling): Promise<void> =>
  new Promise((resolve) => {
    if (page.requestIdleCallback === undefined) page.setTimeout(resolve, IDLE_MS.instead);
    else page.requestIdleCallback(() => resolve(), { timeout: IDLE_MS.longest });
  });
