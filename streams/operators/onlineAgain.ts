import { distinctUntilChanged, filter, skipWhile, type Observable } from 'rxjs';
import type { Ports } from '../ports.ts';

/** Emits whenever the connection returns after an interruption; emits nothing at the start. Source: SHELL-046. */
export function onlineAgain({ online$ }: Pick<Ports, 'online$'>): Observable<boolean> {
  return online$.pipe(
    distinctUntilChanged(),
    skipWhile((isOnline) => isOnline),
    filter((isOnline) => isOnline),
  );
}
