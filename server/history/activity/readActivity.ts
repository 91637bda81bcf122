/**
 * Reads the activities of devices in each minute, or longer step, of a span: from the counted hours, and from reports for the newest hours, which are not
 * counted yet.
 */

import type { ActivityKind } from '#domain/devices/activity';
import { isWithin } from '#domain/devices/ownershipPeriods';
import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { covers, type ReadableTimes } from '../../locations/visibility.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { Scope } from '../../platform/principal.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import type { ReportSpan, TimeSpan } from '../reports/reportSpan.ts';
import type { Rollup } from '../rollups/rollup.ts';
import { countedUntil, deviceParts, readRollups } from '../rollups/readRollups.ts';
import { newestHours } from './newestHours.ts';

/** A time during which the activity of a device did not change. */
export interface ActivityRun extends TimeSpan {
  readonly activity: ActivityKind;
}

/** The activities of a device; times without a report are missing. */
export interface DeviceActivity {
  readonly serial: string;
  readonly runs: readonly ActivityRun[];
}

/** Possible steps of a response, in minutes, and the maximum number of steps of all its devices together. */
const STEPS = [1, 5, 15, 60, 240];
const MAX_STEPS = 200_000;

/** Returns the step of a response, in ms: a minute, or longer if the response for these devices would be too large. */
function stepOf({ from, to, devices }: ReportSpan): number {
  const minutes = (devices.length * (to - from)) / MINUTE_MS;
  return (STEPS.find((step) => minutes / step <= MAX_STEPS) ?? STEPS.at(-1) ?? 1) * MINUTE_MS;
}

/** Returns the activity that fills the most minutes of a step; `error` if an error was reported in it. */
function activityOfStep(minutes: ReadonlyMap<ActivityKind, number>): ActivityKind | undefined {
  if (minutes.has('error')) return 'error';
  const [most] = [...minutes].toSorted(([, one], [, other]) => other - one);
  return most?.[0];
}

/** Returns the hours of one device as runs of equal activity, limited to the span and to the readable times. */
function runsOf(hours: readonly Rollup[], { from, to }: TimeSpan, times: ReadableTimes, stepMs: number): readonly ActivityRun[] {
  const steps = new Map<number, Map<ActivityKind, number>>();
  for (const { hour, minuteActivities } of hours.toSorted((one, other) => one.hour - other.hour))
    for (const [minute, activity] of minuteActivities.entries()) {
      const at = hour + minute * MINUTE_MS;
      const isReadable = times === 'all' || times.some((time) => isWithin(time, at));
      if (activity === null || at < from || at >= to || !isReadable) continue;
      const step = Math.floor(at / stepMs) * stepMs;
      const kinds = steps.get(step) ?? new Map<ActivityKind, number>();
      steps.set(step, kinds);
      kinds.set(activity, (kinds.get(activity) ?? 0) + 1);
    }
  const runs: { from: number; to: number; activity: ActivityKind }[] = [];
  for (const [at, kinds] of steps) {
    const activity = activityOfStep(kinds);
    const last = runs.at(-1);
    if (activity === undefined) continue;
    if (last?.activity === activity && last.to === at) last.to = at + stepMs;
    else runs.push({ from: at, to: at + stepMs, activity });
  }
  return runs;
}

/**
 * Returns the activities of devices in a span, in steps of a minute or, for many devices, longer ones; devices without a report are missing. Also returns the
 * files that could not be read.
 */
export async function readActivity(
  store: HistoryStore,
  { from, to, devices }: ReportSpan,
  { scope, servicesOf, now }: { readonly scope: Scope; readonly servicesOf: OwnershipRegistry['servicesOf']; readonly now: number },
): Promise<{ readonly activity: readonly DeviceActivity[]; readonly unreadable: readonly string[] }> {
  const stepMs = stepOf({ from, to, devices });
  const hours = { from: Math.floor(from / HOUR_MS) * HOUR_MS, to, serials: devices.map(({ serial }) => serial) };
  const counted = Math.max(hours.from, await countedUntil(store.database, hours));
  const uncounted = (await newestHours(store, { from: counted, to: Math.min(to, now), devices }, servicesOf)) ?? [];
  const newest = groupBy(uncounted, ({ serial }) => serial);
  const times = new Map(devices.map((device) => [device.serial, device.times]));
  const [activity, unreadable] = [new Array<DeviceActivity>(), new Set<string>()];
  for (const part of deviceParts(hours)) {
    const read = await readRollups(store.database, store.parquets, part);
    for (const { name } of read.unreadable) unreadable.add(name);
    const bySerial = groupBy(read.rollups, ({ serial }) => serial);
    const lanes = await mapInTurns(part.serials, (serial) => {
      const all = [...(bySerial.get(serial) ?? []), ...(newest.get(serial) ?? [])];
      // An hour in which a device changed its owner has one rollup per owner; only the rollups of organisations in the scope count.
      const own = all.filter(({ organisation }) => covers(scope, organisation));
      return { serial, runs: runsOf(own, { from, to }, times.get(serial) ?? [], stepMs) };
    });
    for (const lane of lanes) if (lane.runs.length > 0) activity.push(lane);
  }
  return { activity, unreadable: [...unreadable] };
}
