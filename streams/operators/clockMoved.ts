import type { MonoTypeOperatorFunction } from 'rxjs';
import type { SourcedEvents } from '../stamp.ts';
import { filterEvents } from './filterEvents.ts';

/** A change of the clock offset below this many ms is dropped; the server's `Date` counts whole seconds. */
const CLOCK_MOVED_MS = 2_000;

const isSmall = (ms: number) => Math.abs(ms) <= CLOCK_MOVED_MS;

/**
 * Drops measurements of the clock offset that differ little from the last one. The first one is never dropped, so that the log has whether the server's clock is
 * known; a small one counts as 0. Source: CLOCK12.
 */
export function clockMoved(): MonoTypeOperatorFunction<SourcedEvents> {
  return filterEvents<number | null>(null, (known, payload) => {
    if (payload.kind !== 'clock.offsetMeasured') return { memory: known, isKept: true };
    const offsetMs = known === null && isSmall(payload.offsetMs) ? 0 : payload.offsetMs;
    const isKept = known === null || !isSmall(offsetMs - known);
    return { memory: isKept ? offsetMs : known, isKept, payload: { ...payload, offsetMs } };
  });
}
