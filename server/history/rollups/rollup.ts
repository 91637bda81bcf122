/** The rollup of an hour of a device: reports and activity per minute, battery, speed, and the time online, treating and in error. */

import { tagState } from '#contract/fleet/reportedState';
import { type ActivityKind, activityOf } from '#domain/devices/activity';
import { isInError, isTreating } from '#domain/devices/treating';
import { organisationAt, type Service } from '#domain/devices/ownershipPeriods';
import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { isWireState } from '#streams/parse/guard';
import type { KeptReport } from '../../fleet/history/keptReport.ts';

/** The minimum, maximum and mean of a reported number, and the number of reports that contained it. */
export interface Measured {
  readonly least: number;
  readonly most: number;
  readonly mean: number;
  readonly count: number;
}

/** One hour of a device for one organisation (null for an hour without an owner). Durations in ms. */
export interface Rollup {
  readonly serial: string;
  readonly organisation: string | null;
  /** The start of the hour, ms since epoch. */
  readonly hour: number;
  readonly reports: number;
  /** Number of reports in each of its 60 minutes. */
  readonly minuteReports: readonly number[];
  /** The activity of each minute: `error` if one was reported, otherwise the activity in most reports; null for a minute without reports. */
  readonly minuteActivities: readonly (ActivityKind | null)[];
  readonly battery: Measured | null;
  readonly speed: Measured | null;
  readonly onlineMs: number;
  readonly treatingMs: number;
  readonly errorMs: number;
  /** Number of errors that began. */
  readonly errors: number;
}

/** Time, in ms, for which a device counts as online after a report. Source: CONST-032. */
const ONLINE_MS = 30_000;
const MINUTES = 60;

type Activities = Map<ActivityKind, number>;

interface Sums {
  least: number;
  most: number;
  sum: number;
  count: number;
}

const noSums = (): Sums => ({ least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY, sum: 0, count: 0 });

function addTo(sums: Sums, value: number | null | undefined): void {
  if (value == null || !Number.isFinite(value)) return;
  sums.least = Math.min(sums.least, value);
  sums.most = Math.max(sums.most, value);
  sums.sum += value;
  sums.count += 1;
}

const measuredOf = ({ least, most, sum, count }: Sums): Measured | null => (count === 0 ? null : { least, most, mean: sum / count, count });

function activityOfMinute(activities: Activities | undefined): ActivityKind | null {
  if (activities === undefined) return null;
  if (activities.has('error')) return 'error';
  const [most] = [...activities].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

/** Creates the counter of one hour of a device. */
function countedHour(serial: string, organisation: string | null, hour: number) {
  const minuteReports = Array.from({ length: MINUTES }, () => 0);
  const activities = new Map<number, Activities>();
  const [battery, speed] = [noSums(), noSums()];
  const times = { onlineMs: 0, treatingMs: 0, errorMs: 0, errors: 0 };
  return {
    minuteReports,
    activities,
    battery,
    speed,
    times,
    done: (): Rollup => ({
      serial,
      organisation,
      hour,
      reports: minuteReports.reduce((sum, count) => sum + count, 0),
      minuteReports,
      minuteActivities: minuteReports.map((_, minute) => activityOfMinute(activities.get(minute))),
      battery: measuredOf(battery),
      speed: measuredOf(speed),
      ...times,
    }),
  };
}

interface Last {
  readonly at: number;
  readonly hour: ReturnType<typeof countedHour>;
  readonly end: number;
  readonly isError: boolean;
  readonly isTreating: boolean;
}

/** The counter of one device's reports, which are pushed in order of time. */
export interface RollupFold {
  readonly push: (report: KeptReport) => void;
  readonly done: () => readonly Rollup[];
}

/**
 * Creates the fold of a device's reports into hours; `services` are the periods in which the device worked for organisations. A report counts for the time
 * until the next one, at most 30 s and only within its hour.
 */
export function rollupFold(serial: string, services: readonly Service[]): RollupFold {
  const hours = new Map<string, ReturnType<typeof countedHour>>();
  let last: Last | null = null;
  const spend = (until: number) => {
    if (last === null) return;
    const ms = Math.max(0, Math.min(until, last.end, last.at + ONLINE_MS) - last.at);
    last.hour.times.onlineMs += ms;
    if (last.isError) last.hour.times.errorMs += ms;
    if (last.isTreating) last.hour.times.treatingMs += ms;
  };
  return {
    push: ({ receivedAt, state: received }) => {
      spend(receivedAt);
      const start = Math.floor(receivedAt / HOUR_MS) * HOUR_MS;
      const organisation = organisationAt(services, receivedAt);
      const key = JSON.stringify([start, organisation]);
      const hour = hours.get(key) ?? countedHour(serial, organisation, start);
      hours.set(key, hour);
      const minute = Math.floor((receivedAt - start) / MINUTE_MS);
      hour.minuteReports[minute] = (hour.minuteReports[minute] ?? 0) + 1;
      const state = isWireState(received) ? tagState({ ...received }) : undefined;
      const kinds: Activities = hour.activities.get(minute) ?? new Map<ActivityKind, number>();
      hour.activities.set(minute, kinds);
      const { kind } = activityOf(state);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      addTo(hour.battery, state?.battery_level);
      addTo(hour.speed, state?.current_velocity);
      const isError = isInError(state);
      if (isError && last?.isError === false) hour.times.errors += 1;
      // The type of a device is derived from its reports, because it may have been changed later.
      const treating = isTreating(state?.shape === 'docks' ? 'DIV01' : '', state, true);
      last = { at: receivedAt, hour, end: start + HOUR_MS, isError, isTreating: treating };
    },
    done: () => {
      spend(Number.POSITIVE_INFINITY);
      last = null;
      return [...hours.values()].map((hour) => hour.done());
    },
  };
}

function bothMeasured(one: Measured | null, other: Measured | null): Measured | null {
  if (one === null || other === null) return one ?? other;
  const count = one.count + other.count;
  return {
    least: Math.min(one.least, other.least),
    most: Math.max(one.most, other.most),
    mean: (one.mean * one.count + other.mean * other.count) / count,
    count,
  };
}

/** Merges two rollups of an hour of a device whose reports were counted in two parts. */
export const bothRollups = (one: Rollup, other: Rollup): Rollup => ({
  ...one,
  reports: one.reports + other.reports,
  minuteReports: one.minuteReports.map((count, minute) => count + (other.minuteReports[minute] ?? 0)),
  minuteActivities: one.minuteActivities.map((kind, minute) => {
    const further = other.minuteActivities[minute] ?? null;
    return further === 'error' ? further : (kind ?? further);
  }),
  battery: bothMeasured(one.battery, other.battery),
  speed: bothMeasured(one.speed, other.speed),
  onlineMs: one.onlineMs + other.onlineMs,
  treatingMs: one.treatingMs + other.treatingMs,
  errorMs: one.errorMs + other.errorMs,
  errors: one.errors + other.errors,
});

/** Merges rollups of the same hour, device and organisation; sorted by device, then by hour. */
export function mergedRollups(rollups: readonly Rollup[]): readonly Rollup[] {
  const merged = new Map<string, Rollup>();
  for (const rollup of rollups) {
    const key = JSON.stringify([rollup.serial, rollup.hour, rollup.organisation]);
    const known = merged.get(key);
    merged.set(key, known === undefined ? rollup : bothRollups(known, rollup));
  }
  return [...merged.values()].toSorted((a, b) => (a.serial === b.serial ? a.hour - b.hour : a.serial < b.serial ? -1 : 1));
}
