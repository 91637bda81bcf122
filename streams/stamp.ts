import { map, scan, type OperatorFunction, type SchedulerLike } from 'rxjs';
import type { FleetEvent, News } from './event.ts';

/** News that arrived together from one source: a call's name, `socket`, `user`, `session` or `log`. */
export interface Arrival {
  readonly source: string;
  readonly news: readonly News[];
  /** From an answer that names every device there is: a device it lacks has vanished, unless it reported after `askedAt` (ms since epoch). */
  readonly presence?: Presence;
}

/** The devices of an answer that names every device there is, and when it was asked. */
export interface Presence {
  readonly serials: ReadonlySet<string>;
  readonly askedAt: number;
}

// Written out for the one hot kind: a literal of known shape costs a tenth of a spread.
function stamped(news: News, seq: number, at: number, source: string): FleetEvent {
  if (news.kind !== 'device.stateReported') return { ...news, seq, at, source };
  return { kind: news.kind, serial: news.serial, reportedAt: news.reportedAt, state: news.state, seq, at, source };
}

interface Stamped {
  readonly nextSeq: number;
  readonly at: number;
  readonly events: readonly FleetEvent[];
}

/** Gives each piece of news its place in the one log: `seq` from 0 without gaps, `at` from the clock, never decreasing even if the clock is set back. */
export function stamp(clock: SchedulerLike): OperatorFunction<Arrival, readonly FleetEvent[]> {
  const first: Stamped = { nextSeq: 0, at: 0, events: [] };
  return (arrivals$) =>
    arrivals$.pipe(
      scan(({ nextSeq, at: lastAt }, { source, news }): Stamped => {
        const at = Math.max(lastAt, clock.now());
        return { nextSeq: nextSeq + news.length, at, events: news.map((item, index) => stamped(item, nextSeq + index, at, source)) };
      }, first),
      map(({ events }) => events),
    );
}
