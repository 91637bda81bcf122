/** About one second of the log on its way from the page to the recorder, combined with the readings of the socket's worker. */

import type { FleetEvent } from '../event.ts';
import type { Report } from '../columns.ts';

/** The reports that a worker read from one text. Page and recorder receive the same readings, each with its number. */
export interface NumberedReports {
  /** The number of the reading; each worker counts its readings from 0. */
  readonly number: number;
  readonly reports: readonly Report[];
}

/**
 * A part of the log on its way from the page to the recorder. A report that the recorder already has from the worker is identified by its index in the reading;
 * all other events are JSON. Thus the page sends a few numbers per frame instead of thousands of reports.
 */
export interface LogPart {
  /** Runs of neighbouring events, `RUN` numbers each: reading (-1 for events in `others`), first index, count, `seq` and `at` of the first, source. */
  readonly runs: Float64Array<ArrayBuffer>;
  /** A JSON list of events. */
  readonly others: string;
  /** The sources of the runs, which refer to them by index. */
  readonly sources: readonly string[];
  /** Number of the first reading that later parts may refer to. */
  readonly settled: number;
}

/** The approximate length of a part of the log, in ms; a crash loses at most this much. */
export const PART_MS = 1_000;
/** Numbers per run. */
const RUN = 6;
/** The reading number of a run whose events are in `others`. */
const OTHERS = -1;

interface Run {
  readonly reading: number;
  readonly first: number;
  readonly seq: number;
  readonly at: number;
  readonly source: string;
  count: number;
}

/** A writer that collects the events of the page in parts. */
export interface LogPartWriter {
  /** Receives reports before they reach the log. */
  readonly read: (reading: NumberedReports) => void;
  /** Receives a batch of the log, after which all earlier readings are settled: their events are in this batch or an earlier one. */
  readonly push: (events: readonly FleetEvent[]) => void;
  /** Returns `at` of the first event that waits for the next part; null if no event waits. */
  readonly waitsSince: () => number | null;
  /** Returns the events pushed since the last part; null if there are none. */
  readonly part: () => LogPart | null;
}

/**
 * Creates a writer of parts.
 *
 *     worker ──► reading 7: [r0 r1 r2 r3] ──► page ──► log: e5=r0 e6=r1 x7 e8=r3 ──► part: (7,0..1) (other 0) (7,3) ──► recorder
 *        └───────────────────────────────────────────────────────────────────────────────────────────────────────────►   reading 7
 *
 * 1. The parts in sequence are the log: no event more or less, in the same order (REC14). 2. No run names a dropped report; a report that was changed on its
 * way is sent whole (REC14). 3. The readings are searched only forwards, since the log keeps their order: the cost of a batch is proportional to its
 * reports (REC14). 4. A reading below `settled` is never named again, so both sides may forget it (REC14). 5. A part waits for the readings that it names,
 * which come from another thread, and is refused if they never arrive (REC14).
 */
export function logPartWriter(): LogPartWriter {
  // Readings whose events may be in the next batch, and the position after the last event that was found.
  let pending: NumberedReports[] = [];
  let [reading, index] = [0, 0];
  let runs: Run[] = [];
  let others: FleetEvent[] = [];
  let settled = 0;
  // The log keeps the order of the readings, and passes the state object of a report on unchanged; a report that was changed on its way is not found.
  const find = (event: FleetEvent): boolean => {
    if (event.kind !== 'device.stateReported') return false;
    let [inReading, at] = [reading, index];
    for (let from = pending[inReading]; from !== undefined; from = pending[++inReading], at = 0) {
      for (; at < from.reports.length; at += 1) {
        const report = from.reports[at];
        if (report?.state !== event.state) continue;
        [reading, index] = [inReading, at];
        return report.reportedAt === event.reportedAt;
      }
    }
    return false;
  };
  const place = (event: FleetEvent, number: number, at: number) => {
    const last = runs.at(-1);
    const isNext = last?.reading === number && last.first + last.count === at;
    const isSame = number === OTHERS || (last?.at === event.at && last.seq + last.count === event.seq && last.source === event.source);
    if (isNext && isSame) last.count += 1;
    else runs.push({ reading: number, first: at, count: 1, seq: event.seq, at: event.at, source: event.source });
  };
  const push = (events: readonly FleetEvent[]) => {
    for (const event of events) {
      if (find(event)) place(event, pending[reading]?.number ?? OTHERS, index++);
      else place(event, OTHERS, others.push(event) - 1);
    }
    settled = (pending.at(-1)?.number ?? settled - 1) + 1;
    [pending, reading, index] = [[], 0, 0];
  };
  return {
    read: (next) => {
      pending.push(next);
    },
    push,
    waitsSince: () => runs[0]?.at ?? null,
    part: () => {
      if (runs.length === 0) return null;
      const sources = [...new Set(runs.map(({ source }) => source))];
      const numbers = runs.flatMap((run) => [run.reading, run.first, run.count, run.seq, run.at, sources.indexOf(run.source)]);
      const part = { runs: Float64Array.from(numbers), others: JSON.stringify(others), sources, settled };
      [runs, others] = [[], []];
      return part;
    },
  };
}

/** A reader that restores events from parts. */
export interface LogPartReader {
  /** Receives the reports of a worker, in order; keeps only the last `kept` readings. */
  readonly read: (reading: NumberedReports, kept: number) => void;
  /** Returns whether every reading that a part refers to has arrived; the readings come from another thread than the parts. */
  readonly isComplete: (part: LogPart) => boolean;
  /** Returns the events of a complete part, unchanged from the log. */
  readonly events: (part: LogPart) => readonly FleetEvent[];
}

/** Creates a reader of parts. */
export function logPartReader(): LogPartReader {
  const readings = new Map<number, readonly Report[]>();
  let arrived = 0;
  const reportsOf = (reading: number, first: number, count: number): readonly Report[] => {
    const reports = readings.get(reading)?.slice(first, first + count);
    if (reports?.length !== count) throw new Error('A part of the log names reports that did not arrive.');
    return reports;
  };
  return {
    read: ({ number, reports }, kept) => {
      readings.set(number, reports);
      readings.delete(number - kept);
      arrived = number + 1;
    },
    isComplete: ({ settled }) => settled <= arrived,
    events: ({ runs, others, sources, settled }) => {
      const rest: readonly FleetEvent[] = JSON.parse(others);
      const events: FleetEvent[] = [];
      for (let from = 0; from < runs.length; from += RUN) {
        const [reading = OTHERS, first = 0, count = 0, seq = 0, at = 0, sourceAt = 0] = runs.subarray(from, from + RUN);
        if (reading === OTHERS) for (const event of rest.slice(first, first + count)) events.push(event);
        else {
          const source = sources[sourceAt] ?? '';
          reportsOf(reading, first, count).forEach((report, index) => events.push({ ...report, seq: seq + index, at, source }));
        }
      }
      for (const number of readings.keys()) if (number < settled) readings.delete(number);
      return events;
    },
  };
}
