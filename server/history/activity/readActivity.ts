/** What devices did in each minute of a span: from the counted hours, and for the newest ones, which are not counted yet, from their reports. */

import type { ActivityKind } from '#domain/devices/activity';
import { isWithin } from '#domain/devices/ownershipPeriods';
import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import type { ReadableTimes } from '../../locations/visibility.ts';
import { groupBy } from '../../platform/groupBy.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import { countReports, readReports } from '../reports/readReports.ts';
import type { ReportSpan, TimeSpan } from '../reports/reportSpan.ts';
import { rollupFold, type Rollup } from '../rollups/rollup.ts';
import { readRollups } from '../rollups/readRollups.ts';

/** A time in which a device did the same. */
export interface ActivityRun extends TimeSpan {
  readonly activity: ActivityKind;
}

/** What a device did; times without a report are missing. */
export interface DeviceActivity {
  readonly serial: string;
  readonly runs: readonly ActivityRun[];
}

/** Maximum number of reports that are counted for an answer: of a large fleet the newest hour is missing until it is counted. */
const COUNTED_REPORTS = 250_000;

/** Returns the hours of a span after the newest counted one, counted now. */
async function newestHours(store: HistoryStore, span: ReportSpan, servicesOf: OwnershipRegistry['servicesOf']): Promise<readonly Rollup[]> {
  if (span.from >= span.to || (await countReports(store, span)) > COUNTED_REPORTS) return [];
  const { reports } = await readReports(store, span);
  const bySerial = groupBy(reports, ({ serial }) => serial);
  return [...bySerial].flatMap(([serial, own]) => {
    const fold = rollupFold(serial, servicesOf(serial) ?? []);
    for (const report of own) fold.push(report);
    return fold.done();
  });
}

/** Returns the minutes of the hours of one device as runs of equal activity, as far as they lie in the span and in the readable times. */
function runsOf(hours: readonly Rollup[], { from, to }: TimeSpan, times: ReadableTimes): readonly ActivityRun[] {
  const runs: { from: number; to: number; activity: ActivityKind }[] = [];
  for (const { hour, minuteActivities } of hours.toSorted((one, other) => one.hour - other.hour))
    for (const [minute, activity] of minuteActivities.entries()) {
      const at = hour + minute * MINUTE_MS;
      const isReadable = times === 'all' || times.some((time) => isWithin(time, at));
      if (activity === null || at < from || at >= to || !isReadable) continue;
      const last = runs.at(-1);
      if (last?.activity === activity && last.to === at) last.to = at + MINUTE_MS;
      else runs.push({ from: at, to: at + MINUTE_MS, activity });
    }
  return runs;
}

/** Returns what devices did in a span, minute by minute; devices without a report are missing. Also the files that could not be read. */
export async function readActivity(
  store: HistoryStore,
  { from, to, devices }: ReportSpan,
  { servicesOf, now }: { readonly servicesOf: OwnershipRegistry['servicesOf']; readonly now: number },
): Promise<{ readonly activity: readonly DeviceActivity[]; readonly unreadable: readonly string[] }> {
  const hours = { from: Math.floor(from / HOUR_MS) * HOUR_MS, to, serials: devices.map(({ serial }) => serial) };
  const { rollups, unreadable } = await readRollups(store.database, store.parquets, hours);
  const counted = rollups.reduce((last, { hour }) => Math.max(last, hour + HOUR_MS), hours.from);
  const newest = await newestHours(store, { from: counted, to: Math.min(to, now), devices }, servicesOf);
  const bySerial = groupBy([...rollups, ...newest], ({ serial }) => serial);
  const activity = devices.flatMap(({ serial, times }) => {
    const runs = runsOf(bySerial.get(serial) ?? [], { from, to }, times);
    return runs.length === 0 ? [] : [{ serial, runs }];
  });
  return { activity, unreadable: unreadable.map(({ name }) => name) };
}
