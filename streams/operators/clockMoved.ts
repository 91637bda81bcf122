import type { MonoTypeOperatorFunction } from 'rxjs';
import type { Arrival } from '../stamp.ts';
import { keepNews } from './keepNews.ts';

/** A difference between the clocks is news when it changed by more than so many ms; the server's `Date` counts whole seconds. */
const CLOCK_MOVED_MS = 2_000;

/** Drops comparisons of the clocks that say nothing new. At first the clocks are taken to be equal. */
export function clockMoved(): MonoTypeOperatorFunction<Arrival> {
  return keepNews(0, (offsetMs, item) => {
    if (item.kind !== 'clock.compared') return { memory: offsetMs, isNews: true };
    const isNews = Math.abs(item.offsetMs - offsetMs) > CLOCK_MOVED_MS;
    return { memory: isNews ? item.offsetMs : offsetMs, isNews };
  });
}
