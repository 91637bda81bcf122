/** Finds locations and greenhouses within a scope; returns an organisation without its group. */

import type { Kysely } from 'kysely';
import type { Greenhouse, Organisation } from '#contract/place';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import type { Principal, Scope } from '../platform/principal.ts';
import { covers } from './visibility.ts';

/** Returns the id of a location inside the scope. Throws the same 404 for one outside it and for an unknown one. */
export async function requireLocation(database: Kysely<Database>, scope: Scope, id: string): Promise<string> {
  const row = await database.selectFrom('location').select('owned_by').where('id', '=', id).executeTakeFirst();
  if (row === undefined || !covers(scope, row.owned_by)) throw createFailure('noLocation');
  return id;
}

/** Returns the greenhouses of a location, sorted by name. */
export const greenhousesOf = (database: Kysely<Database>, location: string): Promise<Greenhouse[]> =>
  database.selectFrom('greenhouse').selectAll().where('location_id', '=', location).orderBy('name').orderBy('id').execute();

/**
 * Returns the greenhouse of a map: if several inside the scope have the map, the map's home, otherwise the first by name; null if none is inside the scope.
 */
export async function findGreenhouseOfMap(database: Kysely<Database>, scope: Scope, map: string): Promise<Greenhouse | null> {
  const rows = await database
    .selectFrom('greenhouse')
    .innerJoin('location', 'location.id', 'greenhouse.location_id')
    .leftJoin('site_map', (join) =>
      join.onRef('site_map.id', '=', 'greenhouse.map_id').onRef('site_map.greenhouse_id', '=', 'greenhouse.id'),
    )
    .selectAll('greenhouse')
    .select('location.owned_by')
    .where('greenhouse.map_id', '=', map)
    .orderBy((row) => row('site_map.id', 'is', null))
    .orderBy('greenhouse.name')
    .orderBy('greenhouse.id')
    .execute();
  const found = rows.find(({ owned_by }) => covers(scope, owned_by));
  if (found === undefined) return null;
  const { owned_by: _, ...greenhouse } = found;
  return greenhouse;
}

/** Returns an organisation as visible to the caller: only a system_admin sees the authentication group. Source: ROLE-022. */
export function organisationFor(caller: Principal, row: Organisation): Organisation {
  const { authentication_group, ...rest } = row;
  return caller.role === 'system_admin' ? { ...rest, authentication_group: authentication_group ?? null } : rest;
}
