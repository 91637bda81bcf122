import { distinctUntilChanged, fromEvent, map, merge, shareReplay, startWith, type Observable } from 'rxjs';

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
