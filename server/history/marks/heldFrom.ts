/** The start of the history: the oldest held report of all devices, or the start of the part that a caller may read. */

import type { ReadableDevice } from '../../locations/visibility.ts';
import type { HistoryStore } from '../reports/historyStore.ts';

/** Returns the arrival of the oldest held report of any device, ms since epoch, independent of the caller's rights; null if nothing is held. */
export async function heldFrom({ database }: HistoryStore): Promise<number | null> {
  const block = await database.selectFrom('history_block').select('first_at').orderBy('first_at').limit(1).executeTakeFirst();
  const file = await database
    .selectFrom('history_file')
    .select('first_at')
    .where('kind', '=', 'reports')
    .where('state', '=', 'complete')
    .orderBy('first_at')
    .limit(1)
    .executeTakeFirst();
  const first = Math.min(...[block, file].flatMap((row) => (row === undefined ? [] : [row.first_at.getTime()])));
  return Number.isFinite(first) ? first : null;
}

/** Returns the first instant from `oldest` on at which a caller may read a device, ms since epoch; Infinity if there is none. */
function firstReadable({ times }: ReadableDevice, oldest: number): number {
  if (times === 'all') return oldest;
  const begins = times.flatMap(({ from, until }) => (until !== null && until <= oldest ? [] : [Math.max(from, oldest)]));
  return Math.min(Infinity, ...begins);
}

/**
 * Returns the earliest instant, in ms since epoch, from which the history may hold readable reports of some devices; null if it cannot hold any. Every index
 * needs it, so the reports themselves are not searched, which takes minutes for devices without any. Source: OWN10.
 */
export async function ownHeldFrom(store: HistoryStore, devices: readonly ReadableDevice[]): Promise<number | null> {
  if (devices.length === 0) return null;
  const oldest = await heldFrom(store);
  if (oldest === null) return null;
  const first = devices.reduce((found, device) => Math.min(found, firstReadable(device, oldest)), Infinity);
  return Number.isFinite(first) ? first : null;
}
