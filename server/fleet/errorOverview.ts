import type { Kysely } from 'kysely';
import type { ErrorPeriod } from '#contract/fleet/machine';
import { invalid } from '../platform/failure.ts';
import type { Database } from '../platform/database/tables.ts';

/** Dependencies of the error overview. */
export interface ErrorOverviewDependencies {
  readonly database: Kysely<Database>;
  readonly now: () => number;
}

const HOUR_MS = 3_600_000;
/** The longest period that can be requested: 366 days, in hours. */
const MAX_HOURS = 8_784;

function hoursOf(text: string): number {
  const hours = Number(text);
  if (!/^\d{1,4}$/.test(text) || hours < 1 || hours > MAX_HOURS) throw invalid(`hours: a whole number from 1 to ${MAX_HOURS}`);
  return hours;
}

/** Returns the error periods that overlap the last `hours`, newest first, at most 1,000; periods are not clipped. Throws 400 for bad hours. */
export async function readErrorPeriods(
  { database, now }: ErrorOverviewDependencies,
  serial: string,
  hours: string,
): Promise<ErrorPeriod[]> {
  const from = new Date(now() - hoursOf(hours) * HOUR_MS);
  const rows = await database
    .selectFrom('error_period')
    .selectAll()
    .where('serial', '=', serial)
    .where((where) => where.or([where('stop_time', 'is', null), where('stop_time', '>=', from)]))
    .orderBy('start_time', 'desc')
    .limit(1_000)
    .execute();
  return rows.map((row) => ({
    start_time: row.start_time.toISOString(),
    stop_time: row.stop_time?.toISOString() ?? null,
    duration_seconds: Math.max(0, ((row.stop_time?.getTime() ?? now()) - row.start_time.getTime()) / 1_000),
    next_state: row.next_state,
  }));
}
