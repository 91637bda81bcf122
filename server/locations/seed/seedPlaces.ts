import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { insertGreenhouses, insertLocations, insertOrganisations } from '../insertPlaces.ts';
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

/** Inserts the demo's organisations, locations and greenhouses as rows. */
export async function seedPlaces(tx: Transaction<Database>, places: SeededPlaces): Promise<void> {
  await insertOrganisations(
    tx,
    places.organisations.map((row) => ({
      ...row,
      client_name: row.client_name ?? null,
      authentication_group: row.authentication_group ?? null,
      archived: row.archived ?? false,
    })),
  );
  await insertLocations(tx, places.locations.map(locationRow));
  await insertGreenhouses(
    tx,
    places.greenhouses.map((row) => ({
      ...row,
      client_name: row.client_name ?? null,
      map_id: row.map_id ?? null,
      archived: row.archived ?? false,
    })),
  );
}
