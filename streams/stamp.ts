import { map, scan, type OperatorFunction, type SchedulerLike } from 'rxjs';
import type { FleetEvent, EventPayload } from './event.ts';

/** Events of one source that arrived together: the source is a call's name, `socket`, `user`, `session` or `log`. */
export interface SourcedEvents {
  readonly source: string;
  readonly events: readonly EventPayload[];
  /** Set by a response that lists every device: a missing device is removed, unless it reported after `requestedAt` (ms since epoch). */
  readonly presence?: ListedDevices;
}

/** The devices of a response that lists every device, and when it was requested. */
export interface ListedDevices {
  readonly serials: ReadonlySet<string>;
  readonly requestedAt: number;
}

// The fields of the one frequent kind are written out, because a literal of known shape costs a tenth of what a spread costs.
function stamped(payload: EventPayload, seq: number, at: number, source: string): FleetEvent {
  if (payload.kind !== 'device.stateReported') return { ...payload, seq, at, source };
  return { kind: payload.kind, serial: payload.serial, reportedAt: payload.reportedAt, state: payload.state, seq, at, source };
}

interface Stamped {
  readonly nextSeq: number;
  readonly at: number;
  readonly events: readonly FleetEvent[];
}

/**
 * Stamps each event with its place in the log: `seq` from 0 without gaps, `at` from the clock, never decreasing even if the clock is set back. `steadyClock` keeps
 * it from standing still then.
 */
export function stamp(clock: SchedulerLike): OperatorFunction<SourcedEvents, readonly FleetEvent[]> {
  const first: Stamped = { nextSeq: 0, at: 0, events: [] };
  return (sourced$) =>
    sourced$.pipe(
      scan(({ nextSeq, at: lastAt }, { source, events }): Stamped => {
        const at = Math.max(lastAt, clock.now());
        return { nextSeq: nextSeq + events.length, at, events: events.map((item, index) => stamped(item, nextSeq + index, at, source)) };
      }, first),
      map(({ events }) => events),
    );
}
