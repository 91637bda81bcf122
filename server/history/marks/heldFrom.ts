/** The start of the history: the oldest held report, of all devices or as far as a caller may read it. */

import { sql } from 'kysely';
import type { ReadableDevice } from '../../locations/visibility.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import { ownPieces } from './presenceSpans.ts';

/** The number of stored blocks or files that are read at once in the search for the oldest report that a caller may read. */
const ROWS_AT_ONCE = 50;

/** Returns the oldest blocks in the database that hold one of some devices and end at or after an instant, from an offset on. */
const oldestBlocks = ({ database }: HistoryStore, serials: readonly string[], begin: number, offset: number) =>
  database
    .selectFrom('history_block')
    .select(['first_at', 'last_at', 'serials'])
    .where(sql<boolean>`serials && ${serials}::text[]`)
    .$if(Number.isFinite(begin), (query) => query.where('last_at', '>=', new Date(begin)))
    .orderBy('first_at')
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .offset(offset)
    .execute();

/** Returns the oldest files of reports that hold one of some devices and end at or after an instant, from an offset on. */
const oldestFiles = ({ database }: HistoryStore, serials: readonly string[], begin: number, offset: number) =>
  database
    .selectFrom('history_file')
    .select(['first_at', 'last_at', 'serials'])
    .where('kind', '=', 'reports')
    .where('state', '=', 'complete')
    .where(sql<boolean>`serials && ${serials}::text[]`)
    .$if(Number.isFinite(begin), (query) => query.where('last_at', '>=', new Date(begin)))
    .orderBy('first_at')
    .orderBy('name')
    .limit(ROWS_AT_ONCE)
    .offset(offset)
    .execute();

/** Returns the start of the oldest part, in blocks or files, that a caller may read, ms since epoch; Infinity if there is none. */
async function oldestOwn(
  read: typeof oldestBlocks | typeof oldestFiles,
  store: HistoryStore,
  devices: readonly ReadableDevice[],
): Promise<number> {
  const serials = devices.map(({ serial }) => serial);
  const known = new Set(serials);
  const begins = devices.flatMap(({ times }) => (times === 'all' ? [Number.NEGATIVE_INFINITY] : times.map(({ from }) => from)));
  const begin = begins.reduce((first, from) => Math.min(first, from), Infinity);
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const rows = await read(store, serials, begin, offset);
    const pieces = rows.map((row) => ({
      from: row.first_at.getTime(),
      to: row.last_at.getTime(),
      serials: row.serials.filter((serial) => known.has(serial)),
    }));
    const oldest = (await ownPieces(pieces, devices)).reduce((first, { from }) => Math.min(first, from), Infinity);
    if (oldest < Infinity || rows.length < ROWS_AT_ONCE) return oldest;
  }
}

/**
 * Returns the arrival of the oldest held report of some devices in a time that the caller may read, ms since epoch, in sealed days to the day; null if
 * nothing is held. Source: OWN10.
 */
export async function ownHeldFrom(store: HistoryStore, devices: readonly ReadableDevice[]): Promise<number | null> {
  if (devices.length === 0) return null;
  const oldest = Math.min(await oldestOwn(oldestBlocks, store, devices), await oldestOwn(oldestFiles, store, devices));
  return Number.isFinite(oldest) ? oldest : null;
}

/** Returns the arrival of the oldest held report of any device, whoever may read it, ms since epoch; null if nothing is held. */
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
