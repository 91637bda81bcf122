import { distinctUntilChanged, EMPTY, switchMap, type MonoTypeOperatorFunction, type Observable } from 'rxjs';

/** Runs the source while the condition holds: left when it ends, begun anew when it returns. Completes when the condition does. */
export function whileTrue<T>(condition$: Observable<boolean>): MonoTypeOperatorFunction<T> {
  return (source) =>
    condition$.pipe(
      distinctUntilChanged(),
      switchMap((isTrue) => (isTrue ? source : EMPTY)),
    );
}
