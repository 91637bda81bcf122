import { sql, type Transaction } from 'kysely';
import { isLate, knownAt } from '#domain/history/lateReports';
import type { Database } from '../../platform/database/tables.ts';
import { groupBy } from '../../platform/groupBy.ts';
import type { KeptReport } from './keptReport.ts';

/** Reports of a device that arrive within this time of others belong to the same span, in ms. */
const TOGETHER_MS = 60_000;

const least = (numbers: readonly number[]): Date => new Date(numbers.reduce((one, other) => Math.min(one, other)));
const greatest = (numbers: readonly number[]): Date => new Date(numbers.reduce((one, other) => Math.max(one, other)));

/**
 * Records the spans whose reports arrived late, as rows of `late_span`: reports that a device sends together form one span, even if they are written
 * in parts.
 */
export async function writeLateSpans(tx: Transaction<Database>, reports: readonly KeptReport[]): Promise<void> {
  for (const [serial, late] of groupBy(reports.filter(isLate), (report) => report.serial)) {
    const [times, arrivals] = [late.map(({ receivedAt }) => receivedAt), late.map(knownAt)];
    const [from, to, arrived, arrivedTo] = [least(times), greatest(times), least(arrivals), greatest(arrivals)];
    const together = new Date(arrived.getTime() - TOGETHER_MS);
    await sql`with longer as (update late_span set from_at = least(from_at, ${from}), to_at = greatest(to_at, ${to}), arrived_to = greatest(arrived_to, ${arrivedTo})
        where serial = ${serial} and arrived_to >= ${together} returning serial)
      insert into late_span (serial, arrived_at, arrived_to, from_at, to_at)
      select ${serial}, ${arrived}::timestamptz, ${arrivedTo}::timestamptz, ${from}::timestamptz, ${to}::timestamptz where not exists (select from longer)
      on conflict do nothing`.execute(tx);
  }
}
