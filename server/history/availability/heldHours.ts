/** The hours of a span for which the history is held. */

import type { Kysely } from 'kysely';
import { HOUR_MS } from '#domain/text/timeUnits';
import type { Database } from '../../platform/database/tables.ts';
import { heldFrom } from '../marks/heldFrom.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';
import { removedBefore } from '../retention/removals.ts';

const nextHour = (at: number): number => Math.ceil(at / HOUR_MS) * HOUR_MS;

/** Returns the start of the oldest counted hour, ms since epoch; Infinity if no hour is counted. A monthly file counts from its first hour. */
async function oldestCounted(database: Kysely<Database>): Promise<number> {
  const row = await database.selectFrom('history_rollup').select('hour as at').orderBy('hour').limit(1).executeTakeFirst();
  const file = await database
    .selectFrom('history_file')
    .select('first_at as at')
    .where('kind', '=', 'rollups')
    .where('state', '=', 'complete')
    .orderBy('first_at')
    .limit(1)
    .executeTakeFirst();
  return Math.min(...[row, file].map((found) => found?.at.getTime() ?? Number.POSITIVE_INFINITY));
}

/**
 * Returns the hours (UTC) that begin in a span, up to now, and for which the history is held: from the oldest counted hour or the oldest report, but at most
 * the retention period of hours, although a pinned span may keep older ones. Null if there are none.
 */
export async function heldHours(
  store: HistoryStore,
  { from, to }: TimeSpan,
  { now, rollupDays }: { readonly now: number; readonly rollupDays: number },
): Promise<TimeSpan | null> {
  const [counted, reported] = [await oldestCounted(store.database), await heldFrom(store)];
  const oldest = Math.min(counted, Math.floor((reported ?? Number.POSITIVE_INFINITY) / HOUR_MS) * HOUR_MS);
  const kept = removedBefore(rollupDays, now)?.getTime() ?? Number.NEGATIVE_INFINITY;
  const held = { from: Math.max(nextHour(from), oldest, nextHour(kept)), to: Math.min(nextHour(to), now) };
  return held.from < held.to ? held : null;
}
