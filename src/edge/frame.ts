import { interval, switchMap, type Observable, type SchedulerLike } from 'rxjs';

/** The beat of a visible page, in ms: about a frame of a screen. */
const BEAT_MS = 16;
/** The beat of a hidden page: nobody looks. */
const HIDDEN_BEAT_MS = 1_000;

/**
 * One beat in the time of a frame while the page is visible, one per second while it is hidden. Of the clock and not of the painter: an animation frame makes the browser
 * go through all of its drawing, and most batches of a fleet change nothing that is seen.
 */
export function frames(visible$: Observable<boolean>, clock: SchedulerLike): Observable<unknown> {
  return visible$.pipe(switchMap((isVisible) => interval(isVisible ? BEAT_MS : HIDDEN_BEAT_MS, clock)));
}
