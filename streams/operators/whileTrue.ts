import { distinctUntilChanged, EMPTY, switchMap, type MonoTypeOperatorFunction, type Observable } from 'rxjs';

/**
 * Subscribes to the source while the condition is true: unsubscribes when it becomes false, subscribes again when it becomes true. Completes when the condition
 * completes.
 */
export function whileTrue<T>(condition$: Observable<boolean>): MonoTypeOperatorFunction<T> {
  return (source) =>
    condition$.pipe(
      distinctUntilChanged(),
      switchMap((isTrue) => (isTrue ? source : EMPTY)),
    );
}
