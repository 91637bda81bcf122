/** The error periods of devices as the console's log holds them: the list of the last 48 h at the begin of a span, and again whenever it changes. */

import type { Kysely } from 'kysely';
import { getErrorOverview, type ErrorPeriod } from '#contract/fleet/machine';
import { ownPart, type OwnedPeriod } from '#domain/devices/ownershipPeriods';
import { HOUR_MS } from '#domain/text/timeUnits';
import { keyOf } from '#streams/event';
import type { Database } from '../../platform/database/tables.ts';
import { groupBy } from '../../platform/groupBy.ts';
import type { ReadableDevice } from '../../locations/visibility.ts';
import type { ReportSpan } from '../reports/reportSpan.ts';
import type { TimedEvent } from './eventLog.ts';

/** The number of hours that the console's screens ask for. */
const HOURS = 48;

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
  const result = periods.filter(({ until }) => until === null || until >= since).flatMap((period) => knownAt(period, at) ?? []);
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
  return devices.flatMap((device) => {
    const { serial } = device;
    const all = (bySerial.get(serial) ?? []).map((row): Period => ({
      from: row.start_time.getTime(),
      until: row.stop_time?.getTime() ?? null,
      next: row.next_state,
    }));
    const periods = ownPeriods(device, all);
    const changes = periods.flatMap((period) => [period.from, period.until ?? -Infinity]).filter((at) => at > from && at < to);
    return [from, ...new Set(changes)].map((at) => listAt(serial, periods, at));
  });
}
