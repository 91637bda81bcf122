import type { MonoTypeOperatorFunction } from 'rxjs';
import type { SourcedEvents } from '../stamp.ts';
import { filterEvents } from './filterEvents.ts';

/** A change of the clock offset below this many ms is dropped; the server's `Date` counts whole seconds. */
const CLOCK_MOVED_MS = 2_000;

/** Drops measurements of the clock offset that differ little from the last one. The offset is assumed to be 0 at first. */
export function clockMoved(): MonoTypeOperatorFunction<SourcedEvents> {
  return filterEvents(0, (offsetMs, payload) => {
    if (payload.kind !== 'clock.offsetMeasured') return { memory: offsetMs, isKept: true };
    const isKept = Math.abs(payload.offsetMs - offsetMs) > CLOCK_MOVED_MS;
    return { memory: isKept ? payload.offsetMs : offsetMs, isKept };
  });
}
