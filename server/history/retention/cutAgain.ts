/** Makes retention cut files again after a part of them is no longer kept. */

import { sql, type Transaction } from 'kysely';
import { holdLock, locks } from '../../platform/database/locks.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';
import { AROUND_MS } from './removals.ts';

/** Returns the span that is kept around an instant; its end is exclusive. */
export const keptAround = (at: Date): TimeSpan => ({ from: at.getTime() - AROUND_MS, to: at.getTime() + AROUND_MS + 1 });

/**
 * Marks files with spans that are no longer kept, so that the next run of retention cuts them again; otherwise a file is cut only once. A transaction that
 * removes the reason for keeping a span calls it after locking the removed rows: it waits for a file that is being cut, and the transaction that cuts the file
 * never waits for these rows.
 */
export async function cutAgain(tx: Transaction<Database>, spans: readonly TimeSpan[]): Promise<void> {
  if (spans.length === 0) return;
  await holdLock(tx, locks.historyPins);
  await sql`update history_file set is_cut = false where is_cut and exists (
    select from unnest(${spans.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
      ${spans.map(({ to }) => new Date(to).toISOString())}::timestamptz[]) as span (from_at, to_at)
    where history_file.first_at < span.to_at and history_file.last_at >= span.from_at)`.execute(tx);
}
