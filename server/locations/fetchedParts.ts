/** The table `data_fetch`: which device has fetched its network or metadata, and when. */

import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../platform/database/tables.ts';

type Store = Kysely<Database> | Transaction<Database>;

/** The parts of entered data that a device fetches. */
export type FetchedPart = 'network' | 'metadata';

/** A fetch by a device; `state` is the text that `devices/deviceData/whereDevice.ts` returned for the part at the time of the fetch. */
interface Fetch {
  readonly serial: string;
  readonly part: FetchedPart;
  readonly state: string;
  readonly at: Date;
}

/** Records that a device has fetched a part, replacing the record of its earlier fetch. Source: KEPTHERE2. */
export async function writeFetch(store: Store, { serial, part, state, at: fetched_at }: Fetch): Promise<void> {
  await store
    .insertInto('data_fetch')
    .values({ serial, part, state, fetched_at })
    .onConflict((known) => known.columns(['serial', 'part']).doUpdateSet({ state, fetched_at }))
    .execute();
}

/** Returns whether a device has fetched the current state of a part. */
export async function hasFetched(store: Store, { serial, part, state }: Omit<Fetch, 'at'>): Promise<boolean> {
  const row = await store.selectFrom('data_fetch').select('state').where('serial', '=', serial).where('part', '=', part).executeTakeFirst();
  return row?.state === state;
}

/**
 * Returns whether all devices at a location have fetched its stored network (`all`) or not (`some`); `none` if no device is deployed there or no network is
 * stored.
 */
export async function fetchersOf(store: Store, location: string): Promise<'none' | 'all' | 'some'> {
  const { rows } = await sql<{ count: string; lacking: string }>`
    select count(*) as count, count(*) filter (where data_fetch.state is distinct from md5(location_network.sealed)) as lacking
    from deployment
    join location_network on location_network.location_id = deployment.location_id
    left join data_fetch on data_fetch.serial = deployment.device_serial and data_fetch.part = 'network'
    where deployment.location_id = ${location} and deployment.closed_date is null`.execute(store);
  const [row] = rows;
  if (row === undefined || Number(row.count) === 0) return 'none';
  return Number(row.lacking) === 0 ? 'all' : 'some';
}
