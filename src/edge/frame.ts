import { interval, type Observable, type SchedulerLike } from 'rxjs';

/** In ms: about a frame of a screen. */
const BEAT_MS = 16;

/**
 * One beat about in the time of an animation frame. Of the clock and not of the painter: an animation frame makes the browser go through all of
 * its drawing, and most batches of a fleet change nothing that is seen.
 */
export const frames = (clock: SchedulerLike): Observable<unknown> => interval(BEAT_MS, clock);
