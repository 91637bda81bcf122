/** Creates and updates greenhouses at a location. */

import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { BodyOf } from '#contract/call';
import type { postCreateGreenhouse, postUpdateGreenhouse } from '#contract/greenhouse';
import type { Greenhouse } from '#contract/place';
import { GREENHOUSE_NAME_TAKEN, type GreenhouseFields, greenhouseFields, greenhouseProblems } from '#domain/places/greenhouse';
import { noteChange } from '../platform/audit/changes.ts';
import type { Database } from '../platform/database/tables.ts';
import { isUsed } from '../platform/database/refuseUsed.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict } from '../platform/failure/failure.ts';
import { refuseArchived } from './refuseArchived.ts';
import { insertGreenhouses, singleRow } from './insertPlaces.ts';
import { usesOf } from './placeUses.ts';
import { covers } from './visibility.ts';
import type { Scope, ScopedCaller } from '../platform/principal.ts';
import { changedTexts, emptyToNull, presentTexts, refuseProblems, requireAdminFor, runSerially } from './placeValidation.ts';

/** Returns the ids of the rows inside the scope. */
const coveredIn = (scope: Scope, rows: readonly { readonly id: string; readonly owned_by: string }[]): readonly string[] =>
  rows.flatMap(({ id, owned_by }) => (covers(scope, owned_by) ? [id] : []));

/** Returns the ids of the maps that the caller may assign to a greenhouse: those inside the scope and, for staff, also those without a greenhouse. */
async function mapsFor(tx: Transaction<Database>, scope: Scope, map_id: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('site_map')
    .leftJoin('greenhouse', 'greenhouse.id', 'site_map.greenhouse_id')
    .leftJoin('location', 'location.id', 'greenhouse.location_id')
    .select(['site_map.id', 'location.owned_by'])
    .where('site_map.id', '=', map_id)
    .execute();
  return rows.flatMap(({ id, owned_by }) => (covers(scope, owned_by) ? [id] : []));
}

/**
 * Makes a greenhouse the home of its map, and takes the map from all others: the visibility of a map follows the greenhouse that has it. A replaced
 * map keeps its home, so that its history stays readable. Source: ONEMAP1.
 */
async function moveMapHome(tx: Transaction<Database>, { id, map_id }: Greenhouse): Promise<void> {
  if (map_id == null) return;
  await tx.updateTable('site_map').set({ greenhouse_id: id }).where('id', '=', map_id).execute();
  await tx.updateTable('greenhouse').set({ map_id: null }).where('map_id', '=', map_id).where('id', '!=', id).execute();
}

/**
 * Ends the home of a map in the greenhouse from which it was taken without a replacement, if nothing is on the map: then only staff sees the map. A used map
 * keeps its home, as a replaced one does, so that its history stays readable and holds the greenhouse. If another greenhouse also has the map, as data of
 * earlier versions may state, that greenhouse becomes its home. Source: ONEMAP6.
 */
async function endMapHome(tx: Transaction<Database>, { id, map_id }: Greenhouse): Promise<void> {
  if (map_id == null) return;
  const holder = await tx.selectFrom('greenhouse').select('id').where('map_id', '=', map_id).orderBy('id').limit(1).executeTakeFirst();
  if (holder === undefined && (await isUsed(tx, usesOf('map', 'remove', map_id)))) return;
  await tx
    .updateTable('site_map')
    .set({ greenhouse_id: holder?.id ?? null })
    .where('id', '=', map_id)
    .where('greenhouse_id', '=', id)
    .execute();
}

/** Throws the problems of the written fields; location and map must be inside the scope. */
async function check(tx: Transaction<Database>, scope: Scope, fields: GreenhouseFields, written: object, id: string | null): Promise<void> {
  const { location_id, map_id } = fields;
  const places = await tx.selectFrom('location').select(['id', 'name', 'owned_by', 'archived']).where('id', '=', location_id).execute();
  const others = await tx
    .selectFrom('greenhouse')
    .select(['id', 'name', 'location_id', 'archived'])
    .where('location_id', '=', location_id)
    .execute();
  const problems = greenhouseProblems(fields, {
    locations: coveredIn(scope, places),
    maps: await mapsFor(tx, scope, map_id),
    others: others.filter((other) => other.id !== id),
  });
  // At a new location, the name competes with other names, so it is checked again.
  const named = 'location_id' in written ? { ...written, name: fields.name } : written;
  refuseProblems(problems, { ...named }, [GREENHOUSE_NAME_TAKEN]);
  if ('location_id' in written) places.forEach(refuseArchived);
  if ('map_id' in written)
    refuseArchived(await tx.selectFrom('site_map').select(['name', 'archived']).where('id', '=', map_id).executeTakeFirst());
}

const rowOf = ({ name, client_name, location_id, map_id }: GreenhouseFields) => ({
  name,
  client_name: emptyToNull(client_name),
  location_id,
  map_id: emptyToNull(map_id),
});

/** Creates a greenhouse at a location inside the scope. */
export function createGreenhouse(
  database: Kysely<Database>,
  { scope }: ScopedCaller,
  body: BodyOf<typeof postCreateGreenhouse>,
): Promise<Greenhouse> {
  const fields = greenhouseFields({ ...body, client_name: body.client_name ?? '', map_id: body.map_id ?? '' });
  return runSerially(database, async (tx) => {
    await check(tx, scope, fields, fields, null);
    const row = { id: `gh-${randomUUID()}`, ...rowOf(fields) };
    const created = singleRow(await insertGreenhouses(tx, [row]));
    await moveMapHome(tx, created);
    noteChange(null, created);
    return created;
  });
}

/** Throws 409 if a map other than the expected one would be taken from a greenhouse. Source: ONEMAP9. */
function refuseOtherMap({ map_id }: Greenhouse, body: BodyOf<typeof postUpdateGreenhouse>): void {
  const { map_id: given, expected_map_id } = body;
  const isOther = Boolean(map_id) && map_id !== expected_map_id;
  if (given === null && expected_map_id !== undefined && isOther) throw conflict('The map of this greenhouse changed meanwhile.');
}

/** Changes the given, non-empty fields of a greenhouse; null removes a client name or a map. Source: LOC-023, ONEMAP6. */
export function updateGreenhouse(
  database: Kysely<Database>,
  { caller, scope }: ScopedCaller,
  id: string,
  body: BodyOf<typeof postUpdateGreenhouse>,
): Promise<Greenhouse> {
  return runSerially(database, async (tx) => {
    const row = await tx
      .selectFrom('greenhouse')
      .innerJoin('location', 'location.id', 'greenhouse.location_id')
      .selectAll('greenhouse')
      .select('location.owned_by')
      .where('greenhouse.id', '=', id)
      .forUpdate('greenhouse')
      .executeTakeFirst();
    if (row === undefined || !covers(scope, row.owned_by)) throw createFailure('noGreenhouse');
    requireAdminFor(caller, body.location_id, 'the location of a greenhouse');
    refuseOtherMap(row, body);
    const { expected_map_id: _expected, ...sent } = body;
    const known = { ...row, client_name: row.client_name ?? '', map_id: row.map_id ?? '' };
    const given = presentTexts(Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')));
    const fields = greenhouseFields({ ...known, ...given });
    const written = changedTexts(given, row);
    await check(tx, scope, fields, written, id);
    const changed = await tx.updateTable('greenhouse').set(rowOf(fields)).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
    // A map that another greenhouse also has, as data of earlier versions may state, moves to the greenhouse to which it is assigned now.
    if ('map_id' in written || 'location_id' in written) await moveMapHome(tx, changed);
    if ('map_id' in written && changed.map_id === null) await endMapHome(tx, row);
    const { owned_by: _, ...before } = row;
    noteChange(before, changed);
    return changed;
  });
}
