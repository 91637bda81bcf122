/** Counts the hours of days that stay in the database, and counts them again after late reports, which otherwise happens when a day is sealed. */

import { type Kysely, sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '#domain/text/timeUnits';
import type { Database } from '../../platform/database/tables.ts';
import { rollUpHour, rollUpHours } from './rollUpHours.ts';
import { cutAtMidnight, type SealingParts } from './sealDays.ts';

/** A span in ms since epoch; its end is exclusive. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const utcDay = (column: string) => sql<Date>`date_trunc('day', ${sql.ref(column)}, 'UTC')`;

/** Returns the number of reports in the database of each day of a span, by the start of the day; both in ms since epoch. */
async function storedReports(database: Kysely<Database>, { from, to }: Span): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ day: Date; reports: number }>`select ${utcDay('first_at')} as day, sum(report_count)::float8 as reports
    from history_block where first_at >= ${new Date(from)} and last_at < ${new Date(to)} and ${utcDay('first_at')} = ${utcDay('last_at')}
    group by day order by day`.execute(database);
  return new Map(rows.map(({ day, reports }) => [day.getTime(), reports]));
}

/** Returns the number of counted reports of a day. */
async function countedReports(database: Kysely<Database>, day: number): Promise<number> {
  const { rows } = await sql<{ reports: number }>`select coalesce(sum(reports), 0)::float8 as reports from history_rollup
    where hour >= ${new Date(day)} and hour < ${new Date(day + DAY_MS)}`.execute(database);
  return rows[0]?.reports ?? 0;
}

/**
 * Returns the end of the last day with sealed reports, ms since epoch; 0 without any. An installation may have sealed days before its days stayed in the
 * database.
 */
async function sealedUntil(database: Kysely<Database>): Promise<number> {
  const { at } = await database
    .selectFrom('history_file')
    .select((row) => row.fn.max('last_at').as('at'))
    .where('kind', '=', 'reports')
    .where('state', '=', 'complete')
    .executeTakeFirstOrThrow();
  return at === null ? 0 : Math.floor(at.getTime() / DAY_MS) * DAY_MS + DAY_MS;
}

/**
 * Counts the days of a span again that have more reports than were counted. `compared` has each day's number of reports at its last comparison, so a day with a
 * damaged block is not counted every time.
 */
async function recountDays(parts: SealingParts, span: Span, compared: Map<number, number>): Promise<void> {
  const { database, signal } = parts;
  for (const [day, reports] of await storedReports(database, span)) {
    if (reports === compared.get(day)) continue;
    if (reports > (await countedReports(database, day)))
      for (let hour = day; hour < day + DAY_MS; hour += HOUR_MS) {
        signal.throwIfAborted();
        await rollUpHour(parts, hour);
      }
    compared.set(day, reports);
  }
}

/**
 * Instants in ms since epoch: days that ended before `before` are counted again; reports before `reportsFrom` and hours before `hoursFrom` have been removed by
 * their age.
 */
interface UnsealedSpan {
  readonly before: number;
  readonly reportsFrom: number;
  readonly hoursFrom: number;
}

/**
 * Creates the function that counts the finished hours of days that stay in the database, and counts older days again if late reports arrived; days whose
 * reports or hours have been removed are not counted again. Source: ROLLUP5, RETAIN15.
 */
export function unsealedCount(): (parts: SealingParts, span: UnsealedSpan) => Promise<void> {
  const compared = new Map<number, number>();
  return async (parts, { before, reportsFrom, hoursFrom }) => {
    const from = Math.max(await sealedUntil(parts.database), Math.ceil(hoursFrom / HOUR_MS) * HOUR_MS);
    // Blocks are split first: a block with a report that a device kept for months would otherwise be read for each hour of these months.
    await cutAtMidnight(parts, before);
    await rollUpHours(parts, from);
    await recountDays(parts, { from: Math.ceil(Math.max(from, reportsFrom) / DAY_MS) * DAY_MS, to: before }, compared);
  };
}
