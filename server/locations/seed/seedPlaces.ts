import type { Transaction } from 'kysely';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Places } from './places.ts';

/** Rows per insert; PostgreSQL accepts 65,535 parameters at most. */
const ROWS_PER_INSERT = 1_000;

type SeededPlaces = Omit<Places, 'sites'>;

const locationRow = (row: Places['locations'][number]) => ({
  ...row,
  client_name: row.client_name ?? null,
  address: row.address ?? null,
  latitude: row.latitude ?? null,
  longitude: row.longitude ?? null,
});

/** Inserts organisations, locations and greenhouses. */
export async function seedPlaces(tx: Transaction<Database>, places: SeededPlaces): Promise<void> {
  for (const values of chunks(places.organisations, ROWS_PER_INSERT)) {
    const rows = values.map((row) => ({
      ...row,
      client_name: row.client_name ?? null,
      authentication_group: row.authentication_group ?? null,
    }));
    await tx.insertInto('organisation').values(rows).execute();
  }
  for (const values of chunks(places.locations, ROWS_PER_INSERT)) await tx.insertInto('location').values(values.map(locationRow)).execute();
  for (const values of chunks(places.greenhouses, ROWS_PER_INSERT)) {
    const rows = values.map((row) => ({ ...row, client_name: row.client_name ?? null, map_id: row.map_id ?? null }));
    await tx.insertInto('greenhouse').values(rows).execute();
  }
}
