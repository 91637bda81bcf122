/** The record of the minutes around an incident: reports of its device and of the devices near it, and the state of each at an instant. */

import type { TimeSpan } from '../text/timeUnits.ts';
import type { ReportedState } from '#contract/fleet/reportedState';
import { activityOf, activityText, type ActivityKind } from '../devices/activity.ts';

/** A report as the server received it, `at` in ms since epoch; `state` is null from the time at which the device was no longer listed. */
export interface RoomReport {
  readonly at: number;
  readonly state: ReportedState | null;
}

/** An occurrence besides the reports: a command, or a mark of the server's history. */
export interface RoomMark {
  /** `command` and `control` are actions of people; any other kind is one of the server's history. */
  readonly kind: string;
  readonly at: number;
  readonly text: string;
}

/**
 * The record of a span: by serial, the reports, oldest first, with the last one before the span, and the location of the device at the time; also marks and
 * gaps.
 */
export interface RoomRecord {
  readonly span: TimeSpan;
  readonly reports: ReadonlyMap<string, readonly RoomReport[]>;
  /**
   * The instant up to which the record is known, in ms since epoch: the end of the span or, while the span is not over, the time of reading. Source: IROOM17.
   */
  readonly knownTo: number;
  /** The location of each listed device; a device that was not deployed is missing. */
  readonly places: ReadonlyMap<string, string>;
  readonly marks: readonly RoomMark[];
  /** The parts of the span that the server could not read, one line each. */
  readonly gaps: readonly string[];
}

/** Returns the newest report at an instant; null before the first, and while the device was not listed. */
export function reportAt(reports: readonly RoomReport[], at: number): (RoomReport & { readonly state: ReportedState }) | null {
  const found = reports.findLast((report) => report.at <= at);
  return found === undefined || found.state === null ? null : { at: found.at, state: found.state };
}

/**
 * Returns the instant up to which a span read at `now` is known, in ms since epoch. A report that is newer than `now`, because of a clock that is ahead, is
 * known.
 */
export function knownEnd({ to }: TimeSpan, reports: Iterable<readonly RoomReport[]>, now: number): number {
  const newest = Math.max(now, ...[...reports].map((known) => known.at(-1)?.at ?? -Infinity));
  return Math.min(to, newest);
}

/** Returns the newest report of a device at an instant of a record; null also after `knownTo`. */
export const recordedAt = ({ reports, knownTo }: Pick<RoomRecord, 'reports' | 'knownTo'>, serial: string, at: number) =>
  at > knownTo ? null : reportAt(reports.get(serial) ?? [], at);

/** Returns the instant of the next (1) or previous (-1) report; null if there is none. */
export function adjacentReport(reports: readonly RoomReport[], at: number, direction: 1 | -1): number | null {
  const found = direction === 1 ? reports.find((report) => report.at > at) : reports.findLast((report) => report.at < at);
  return found?.at ?? null;
}

/** A time during which the activity of a device did not change. */
export interface RoomRun extends TimeSpan {
  readonly kind: ActivityKind;
  /** The activity as text, with the code of an error. */
  readonly text: string;
}

/** Returns the activities of a device in a span, merging adjacent equal ones; times without a report are left out. */
export function activityRuns(reports: readonly RoomReport[], span: TimeSpan): readonly RoomRun[] {
  const runs: RoomRun[] = [];
  reports.forEach(({ at, state }, index) => {
    const from = Math.max(at, span.from);
    const to = Math.min(reports[index + 1]?.at ?? span.to, span.to);
    if (state === null || to <= from) return;
    const activity = activityOf(state);
    const text = activityText(activity);
    const last = runs.at(-1);
    if (last !== undefined && last.text === text && last.to === from) runs[runs.length - 1] = { ...last, to };
    else runs.push({ from, to, kind: activity.kind, text });
  });
  return runs;
}

/** A point of a curve; `at` in ms since epoch. */
export interface RoomPoint {
  readonly at: number;
  readonly value: number;
}

/** Returns the speed of a device in a span (m/s) as curves; a report without a speed ends a curve. */
export function speedCurves(reports: readonly RoomReport[], span: TimeSpan): readonly (readonly RoomPoint[])[] {
  const curves: RoomPoint[][] = [[]];
  for (const { at, state } of reports) {
    const value = state?.current_velocity ?? null;
    if (at > span.to) break;
    if (value === null) curves.push([]);
    else curves.at(-1)?.push({ at: Math.max(at, span.from), value });
  }
  // Curves that end before the span are dropped; in other curves, earlier reports are drawn at the start of the span.
  return curves.filter((points) => (points.at(-1)?.at ?? -Infinity) > span.from);
}
