import type { MonoTypeOperatorFunction } from 'rxjs';
import type { SourcedEvents } from '../stamp.ts';
import { filterEvents } from './filterEvents.ts';

/** Change of the clock offset, in ms, below which a measurement is dropped; the server's `Date` counts whole seconds. */
const CLOCK_MOVED_MS = 2_000;

const isSmall = (ms: number) => Math.abs(ms) <= CLOCK_MOVED_MS;

/**
 * Drops measurements of the clock offset that differ little from the last one. The first measurement is never dropped, so the log records that the server's
 * clock is known; a small first offset counts as 0. Source: CLOCK12.
 */
export function clockMoved(): MonoTypeOperatorFunction<SourcedEvents> {
  return filterEvents<number | null>(null, (known, payload) => {
    if (payload.kind !== 'clock.offsetMeasured') return { memory: known, isKept: true };
    const offsetMs = known === null && isSmall(payload.offsetMs) ? 0 : payload.offsetMs;
    const isKept = known === null || !isSmall(offsetMs - known);
    return { memory: isKept ? offsetMs : known, isKept, payload: { ...payload, offsetMs } };
  });
}
