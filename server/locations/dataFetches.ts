import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../platform/database/tables.ts';

type Store = Kysely<Database> | Transaction<Database>;

/** What people enter for a device, and which it fetches. */
export type FetchedPart = 'network' | 'metadata';

/** A fetch by a device; `state` is what `deviceData/whereDevice.ts` says of the part as it was read. */
interface Fetch {
  readonly serial: string;
  readonly part: FetchedPart;
  readonly state: string;
  readonly at: Date;
}

/** Writes that a device has asked for a part, in place of when it did before. Source: KEPTHERE2. */
export async function writeFetch(store: Store, { serial, part, state, at: fetched_at }: Fetch): Promise<void> {
  await store
    .insertInto('data_fetch')
    .values({ serial, part, state, fetched_at })
    .onConflict((known) => known.columns(['serial', 'part']).doUpdateSet({ state, fetched_at }))
    .execute();
}

/** Returns whether a device has asked for a part as it is now. */
export async function hasFetched(store: Store, { serial, part, state }: Omit<Fetch, 'at'>): Promise<boolean> {
  const row = await store.selectFrom('data_fetch').select('state').where('serial', '=', serial).where('part', '=', part).executeTakeFirst();
  return row?.state === state;
}

/** The devices that are deployed at a location: none, all of which asked for its network as it is stored, or some that have not. */
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
