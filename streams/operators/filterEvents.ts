import { filter, map, scan, type MonoTypeOperatorFunction } from 'rxjs';
import type { EventPayload } from '../event.ts';
import type { SourcedEvents } from '../stamp.ts';

interface Kept<Memory> {
  readonly memory: Memory;
  readonly sourced: SourcedEvents;
}

/**
 * Keeps, drops or replaces each event as `judge` decides, which passes a memory from one event to the next. For infrequent sources; state reports use
 * `newestPer`.
 */
export function filterEvents<Memory>(
  seed: Memory,
  judge: (memory: Memory, payload: EventPayload) => { readonly memory: Memory; readonly isKept: boolean; readonly payload?: EventPayload },
): MonoTypeOperatorFunction<SourcedEvents> {
  const keep = (last: Kept<Memory>, { events, ...about }: SourcedEvents): Kept<Memory> => {
    const kept: EventPayload[] = [];
    let { memory } = last;
    for (const payload of events) {
      const judged = judge(memory, payload);
      memory = judged.memory;
      if (judged.isKept) kept.push(judged.payload ?? payload);
    }
    return { memory, sourced: { ...about, events: kept } };
  };
  return (sourced$) =>
    sourced$.pipe(
      scan(keep, { memory: seed, sourced: { source: '', events: [] } }),
      map(({ sourced }) => sourced),
      filter(({ events }) => events.length > 0),
    );
}
