import type { Transaction } from 'kysely';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Places } from './places.ts';

type SeededPlaces = Omit<Places, 'sites'>;

const locationRow = (row: Places['locations'][number]) => ({
  ...row,
  client_name: row.client_name ?? null,
  address: row.address ?? null,
  latitude: row.latitude ?? null,
  longitude: row.longitude ?? null,
  archived: row.archived ?? false,
});

/** Inserts organisations, locations and greenhouses. */
export async function seedPlaces(tx: Transaction<Database>, places: SeededPlaces): Promise<void> {
  for (const values of chunks(places.organisations)) {
    const rows = values.map((row) => ({
      ...row,
      client_name: row.client_name ?? null,
      authentication_group: row.authentication_group ?? null,
      archived: row.archived ?? false,
    }));
    await tx.insertInto('organisation').values(rows).execute();
  }
  for (const values of chunks(places.locations)) await tx.insertInto('location').values(values.map(locationRow)).execute();
  for (const values of chunks(places.greenhouses)) {
    const rows = values.map((row) => ({
      ...row,
      client_name: row.client_name ?? null,
      map_id: row.map_id ?? null,
      archived: row.archived ?? false,
    }));
    await tx.insertInto('greenhouse').values(rows).execute();
  }
}
