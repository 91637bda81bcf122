/** Removes an unused map with all its data, or its newest version. */

import { sql, type Kysely, type Transaction } from 'kysely';
import { seesEverything } from '#domain/people/rights';
import { dottedVersion, partsOf, versionParts } from '#domain/places/mapVersion';
import { useNouns } from '#domain/places/archivable';
import { usesOf } from '../../locations/placeUses.ts';
import { runSerially } from '../../locations/placeValidation.ts';
import type { Scope } from '../../platform/principal.ts';
import { refuseUsed, rowsWhere } from '../../platform/database/refuseUsed.ts';
import type { Database } from '../../platform/database/tables.ts';
import { noteChange } from '../../platform/audit/changes.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict, forbidden } from '../../platform/failure/failure.ts';
import type { Principal } from '../../platform/principal.ts';
import { mapIn } from '../mapGeojson.ts';
import { planSource, siteSource } from '../planSources.ts';
import { siteVersions } from '../siteVersions.ts';

type Tx = Transaction<Database>;

/** Throws 404 for a map outside the scope, 403 for people who are not staff. */
async function requireStaff(database: Kysely<Database>, caller: Principal, scope: Scope, id: string): Promise<void> {
  if ((await mapIn({ database }, scope, id)) === null) throw createFailure('noMap');
  if (!seesEverything(caller.role)) throw forbidden('Only the staff of the provider can remove maps and their versions.');
}

/** Returns a map and locks it, so that uploads to it wait. Throws 404 for an unknown map. */
async function lockMap(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('site_map')
    .select(['name', 'greenhouse_type', 'plan_id', 'versions'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw createFailure('noMap');
  return { ...row, versions: siteVersions.parse(row.versions) };
}

/** Deletes the plan from which a map was created, and the pieces of the plan, unless another map uses it. */
async function removePlan(tx: Tx, plan: string): Promise<void> {
  const other = await tx.selectFrom('site_map').select('id').where('plan_id', '=', plan).limit(1).executeTakeFirst();
  if (other !== undefined) return;
  // These rows, written by an earlier version of the server, reference the plan.
  await tx.deleteFrom('plan_layer').where('plan_id', '=', plan).execute();
  await tx.deleteFrom('plan_piece').where('source', '=', planSource(plan).key).execute();
  await tx.deleteFrom('plan').where('id', '=', plan).execute();
}

/** Deletes an uploaded plan and its pieces. Returns the name and type of the map before the upload; undefined if there was no such plan. */
async function removeSitePlan(tx: Tx, id: string, version: string) {
  await tx.deleteFrom('plan_piece').where('source', '=', siteSource(id, version).key).execute();
  return tx
    .deleteFrom('map_plan')
    .where('map_id', '=', id)
    .where('version', '=', version)
    .returning(['name_before', 'greenhouse_type_before'])
    .executeTakeFirst();
}

/** Removes an unused map, with its plans. Throws 404, 403, or 409 naming its uses. Source: MAPDEL1. */
export async function removeMap(database: Kysely<Database>, caller: Principal, scope: Scope, id: string): Promise<boolean> {
  await requireStaff(database, caller, scope, id);
  // The removal is serialised with the assignment of maps to greenhouses.
  return runSerially(database, async (tx) => {
    const { name, plan_id, versions } = await lockMap(tx, id);
    await refuseUsed(tx, name, usesOf('map', 'remove', id), scope);
    for (const version of versions) await removeSitePlan(tx, id, dottedVersion(version));
    await tx.deleteFrom('map_layer').where('map_id', '=', id).execute();
    await tx.deleteFrom('site_map').where('id', '=', id).execute();
    await removePlan(tx, plan_id);
    return true;
  });
}

/** Returns the uses of a version of a map: rows that name it in dotted or full form. Rows that refer to the map without a version may mean this version. */
function usesOfVersion(id: string, version: string) {
  const forms = sql`(${version}, ${dottedVersion(version)})`;
  const ofMap = sql`map_id = ${id} and coalesce(map_version, ${version}) in ${forms}`;
  const reporting = sql`select 1 from device_data where data_group = 'state_data' and data->>'site/site_id' = ${id}
    and coalesce(data->>'site/site_version', ${version}) in ${forms}`;
  return [
    { rows: () => reporting, ...useNouns.device },
    { rows: rowsWhere('treatment', ofMap), ...useNouns.treatment },
    { rows: rowsWhere('incident', ofMap), ...useNouns.incident },
  ];
}

/** Deletes the changelog entries of layer versions that no remaining site version has. */
async function removeChanges(tx: Tx, id: string, version: string, remaining: readonly string[]): Promise<void> {
  const [deleted, kept] = [partsOf(version), remaining.flatMap((site) => partsOf(site) ?? [])];
  if (deleted === null) return;
  for (const layer of versionParts.filter((name) => kept.every((parts) => parts[name] !== deleted[name]))) {
    await tx.deleteFrom('map_layer').where('map_id', '=', id).where('layer', '=', layer).where('version', '=', deleted[layer]).execute();
  }
}

/**
 * Removes the newest version of a map, which must be uploaded and unused; the map gets back the name and type that it had before that version. Throws 404, 403,
 * or 409 with the reason. Source: MAPDEL2, MAPV7.
 */
export async function removeMapVersion(
  database: Kysely<Database>,
  caller: Principal,
  scope: Scope,
  { id, version }: { readonly id: string; readonly version: string },
): Promise<boolean> {
  await requireStaff(database, caller, scope, id);
  return database.transaction().execute(async (tx) => {
    const { name, greenhouse_type, versions } = await lockMap(tx, id);
    const [newest = '', ...remaining] = versions;
    if (!versions.some((site) => dottedVersion(site) === version)) throw createFailure('noVersion');
    if (dottedVersion(newest) !== version)
      throw conflict(`Only the newest version of ${name} can be taken back, which is ${dottedVersion(newest)}.`);
    if (remaining.length === 0) throw conflict(`${version} is the only version of ${name}: remove the map instead.`);
    await refuseUsed(tx, `Version ${version} of ${name}`, usesOfVersion(id, newest), scope);
    const removed = await removeSitePlan(tx, id, version);
    if (removed === undefined) throw conflict(`Version ${version} of ${name} was not uploaded.`);
    const before = { name: removed.name_before ?? name, greenhouse_type: removed.greenhouse_type_before ?? greenhouse_type };
    await tx
      .updateTable('site_map')
      .set({ ...before, versions: JSON.stringify(remaining) })
      .where('id', '=', id)
      .execute();
    noteChange({ name, greenhouse_type }, before);
    await removeChanges(tx, id, newest, remaining);
    return true;
  });
}
