import { distinctUntilChanged, fromEvent, map, shareReplay, startWith, type Observable } from 'rxjs';

/** Whether the page is visible, now and at every change. */
export function visibility(page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>): Observable<boolean> {
  return fromEvent(page, 'visibilitychange').pipe(
    startWith(null),
    map(() => page.visibilityState === 'visible'),
    distinctUntilChanged(),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}
