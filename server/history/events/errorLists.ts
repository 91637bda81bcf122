/** The error periods of devices as the console's log holds them: the list of the last 48 h at the begin of a span, and again whenever it changes. */

import type { Kysely } from 'kysely';
import { getErrorOverview, type ErrorPeriod } from '#contract/fleet/machine';
import { ownPart, type OwnedPeriod } from '#domain/devices/ownershipPeriods';
import { HOUR_MS } from '#domain/text/timeUnits';
import { keyOf } from '#streams/event';
import type { Database } from '../../platform/database/tables.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { ReadableDevice } from '../../locations/visibility.ts';
import type { ReportSpan } from '../reports/reportSpan.ts';
import type { TimedEvent } from './eventLog.ts';

/** The number of hours that the console's screens ask for. */
const HOURS = 48;

/** Bounds of the lists, since a code may come and go every second: periods in a list, lists of a device in a span, and about how many periods in all lists. */
const LIST_PERIODS = 500;
const LISTS = 60;
const ALL_PERIODS = 50_000;

/** Returns how many lists each device may have in a span. */
function listsFor(bySerial: ReadonlyMap<string, readonly unknown[]>): number {
  const periods = [...bySerial.values()].reduce((sum, { length }) => sum + Math.min(length, LIST_PERIODS), 0);
  return Math.max(1, Math.min(LISTS, Math.floor(ALL_PERIODS / Math.max(1, periods))));
}

/** A period of error; `next` is the state after it. */
interface Period extends OwnedPeriod {
  readonly next: string | null;
}

/** Returns a period as it was known at an instant: without an end that came later. Null for one that had not begun. */
function knownAt({ from, until, next }: Period, at: number): ErrorPeriod | null {
  if (from > at) return null;
  const hasEnded = until !== null && until <= at;
  return {
    start_time: new Date(from).toISOString(),
    stop_time: hasEnded ? new Date(until).toISOString() : null,
    duration_seconds: ((hasEnded ? until : at) - from) / 1_000,
    next_state: hasEnded ? next : null,
  };
}

/** Returns the list of one device as it was known at an instant, newest first. */
function listAt(serial: string, periods: readonly Period[], at: number): TimedEvent {
  const since = at - HOURS * HOUR_MS;
  const result: ErrorPeriod[] = [];
  for (const period of periods) {
    if (result.length === LIST_PERIODS) break;
    const known = period.until === null || period.until >= since ? knownAt(period, at) : null;
    if (known !== null) result.push(known);
  }
  const request = { call: getErrorOverview.name, params: { serial, hours: String(HOURS) }, query: {} };
  return { at, event: { kind: 'request.succeeded', key: keyOf(request), call: request.call, answer: { result } } };
}

/** Returns the parts of a device's periods that the caller may read, newest first. */
function ownPeriods({ times }: ReadableDevice, periods: readonly Period[]): readonly Period[] {
  if (times === 'all') return periods;
  return periods.flatMap((period) => {
    const part = ownPart(times, period);
    return part === null ? [] : [{ ...part, next: part.until === period.until ? period.next : null }];
  });
}

/** Returns the lists of all devices at the begin of a span, and those that change in it at their instants. */
export async function errorLists(database: Kysely<Database>, { from, to, devices }: ReportSpan): Promise<readonly TimedEvent[]> {
  if (devices.length === 0) return [];
  const rows = await database
    .selectFrom('error_period')
    .select(['serial', 'start_time', 'stop_time', 'next_state'])
    .where(
      'serial',
      'in',
      devices.map(({ serial }) => serial),
    )
    .where('start_time', '<', new Date(to))
    .where((on) => on.or([on('stop_time', 'is', null), on('stop_time', '>=', new Date(from - HOURS * HOUR_MS))]))
    .orderBy('start_time', 'desc')
    .execute();
  const bySerial = groupBy(rows, ({ serial }) => serial);
  const most = listsFor(bySerial);
  const lists = await mapInTurns(devices, (device) => {
    const { serial } = device;
    const all = (bySerial.get(serial) ?? []).map((row): Period => ({
      from: row.start_time.getTime(),
      until: row.stop_time?.getTime() ?? null,
      next: row.next_state,
    }));
    const periods = ownPeriods(device, all);
    const changes = periods.flatMap((period) => [period.from, period.until ?? -Infinity]).filter((at) => at > from && at < to);
    const instants = [...new Set(changes)].toSorted((one, other) => one - other);
    // The last instant of each part: the list of then holds what changed before.
    const part = Math.ceil(instants.length / most);
    const shown = instants.filter((_, index) => (index + 1) % part === 0 || index === instants.length - 1);
    return [from, ...shown].map((at) => listAt(serial, periods, at));
  });
  return lists.flat();
}
