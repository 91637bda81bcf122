/** When devices reported, from the spans of the stored blocks: without reading a report. */

import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { ReportSpan, TimeSpan } from '../reports/reportSpan.ts';

/** A stored piece of the history: its span, and which of the requested devices reported in it. */
export interface StoredSpan extends TimeSpan {
  readonly serials: readonly string[];
}

/** Returns the stored pieces that overlap a span and hold one of its devices, by their start. */
export async function storedSpans(database: Kysely<Database>, { from, to, devices }: ReportSpan): Promise<readonly StoredSpan[]> {
  const serials = devices.map(({ serial }) => serial);
  const rows = await database
    .selectFrom('history_block')
    .select(['first_at', 'last_at', 'serials'])
    .where('last_at', '>=', new Date(from))
    .where('first_at', '<', new Date(to))
    .where(sql<boolean>`serials && ${serials}::text[]`)
    .orderBy('first_at')
    .execute();
  const known = new Set(serials);
  return rows.map((row) => ({
    from: row.first_at.getTime(),
    to: row.last_at.getTime(),
    serials: row.serials.filter((serial) => known.has(serial)),
  }));
}

/** Returns when the oldest held report arrived, ms since epoch; null when nothing is held. */
export async function heldFrom(database: Kysely<Database>): Promise<number | null> {
  const row = await database.selectFrom('history_block').select('first_at').orderBy('first_at').limit(1).executeTakeFirst();
  return row?.first_at.getTime() ?? null;
}
