import { type Observable, type SchedulerLike, distinctUntilChanged, fromEvent, interval, map, merge, shareReplay, startWith } from 'rxjs';

/** In ms: about a frame of a screen. */
const BEAT_MS = 16;

/**
 * One beat about in the time of an animation frame. Of the clock and not of the painter: an animation frame makes the browser go through all of
 * its drawing, and most batches of a fleet change nothing that is seen.
 */
export const frames = (clock: SchedulerLike): Observable<unknown> => interval(BEAT_MS, clock);

type Listened = Pick<Window, 'addEventListener' | 'removeEventListener'> & { readonly navigator: Pick<Navigator, 'onLine'> };

/** Whether the browser has a network connection, now and at every change. */
export function online(page: Listened): Observable<boolean> {
  return merge(fromEvent(page, 'online'), fromEvent(page, 'offline')).pipe(
    startWith(null),
    map(() => page.navigator.onLine),
    distinctUntilChanged(),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

/** Whether the page is visible, now and at every change. */
export function visibility(page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>): Observable<boolean> {
  return fromEvent(page, 'visibilitychange').pipe(
    startWith(null),
    map(() => page.visibilityState === 'visible'),
    distinctUntilChanged(),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}
