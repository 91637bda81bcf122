import { interval, Observable, switchMap, type SchedulerLike } from 'rxjs';

/** The beat of a hidden page: browsers give it no animation frames. */
const HIDDEN_BEAT_MS = 1_000;

/** How a browser tells that it is about to paint. */
export interface Painter {
  readonly requestAnimationFrame: (onFrame: (at: number) => void) => number;
  readonly cancelAnimationFrame: (handle: number) => void;
}

const paints = (painter: Painter): Observable<number> =>
  new Observable((subscriber) => {
    let handle = 0;
    const next = () => {
      handle = painter.requestAnimationFrame((at) => {
        subscriber.next(at);
        // Who wanted one frame has left by now: ordering another would make the browser draw twice for each batch.
        if (!subscriber.closed) next();
      });
    };
    next();
    return () => painter.cancelAnimationFrame(handle);
  });

/** One beat per animation frame while the page is visible, one per second while it is hidden. */
export function frames(visible$: Observable<boolean>, painter: Painter, clock: SchedulerLike): Observable<unknown> {
  return visible$.pipe(switchMap((isVisible) => (isVisible ? paints(painter) : interval(HIDDEN_BEAT_MS, clock))));
}
