import { Buffer } from 'node:buffer';
import { sql, type Kysely, type Transaction } from 'kysely';
import { uploadVersionProblem } from '#domain/places/mapUpload';
import { dottedVersion, partsOf, versionParts } from '#domain/places/mapVersion';
import { nameKey } from '#domain/text/fieldText';
import type { Database } from '../../platform/database/tables.ts';
import { conflict } from '../../platform/failure/failure.ts';
import { noteChange } from '../../platform/audit/changes.ts';
import { refuseArchived } from '../../locations/refuseArchived.ts';
import { insertLayers, insertMaps, insertPlan, insertSitePlans } from '../insertMaps.ts';
import { siteVersions } from '../siteVersions.ts';
import { siteSource } from '../planSources.ts';
import { storePieces } from '../planPieces.ts';
import type { CheckedUpload } from './readUpload.ts';

/** The map to save, the user who uploads it, and the time (ms since epoch). */
interface Saving {
  readonly id: string;
  readonly map: CheckedUpload;
  /** The description of the version, for the changelog. */
  readonly message: string;
  readonly by: string;
  readonly at: number;
  /** Throws if the user may no longer save the map, whose owner may have changed while the file arrived. */
  readonly requireStill: (tx: Transaction<Database>) => Promise<void>;
}

/** Takes the advisory lock of uploads to this map; ids that differ only in case share the lock. Source: MAPV8. */
const lockMap = (tx: Transaction<Database>, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`map ${nameKey(id)}`}, 0))`.execute(tx);

/** Returns SQL for the layers, from their JSON text, which only the database reads. */
const jsonOf = ({ layers }: CheckedUpload) => sql<string>`convert_from(${Buffer.from(layers.buffer)}::bytea, 'UTF8')::jsonb`;

async function insertMap(tx: Transaction<Database>, { id, map }: Saving): Promise<void> {
  const plan_id = `upload-${id}`;
  await insertPlan(tx, { id: plan_id, layers: jsonOf(map) });
  const { version, name = id, greenhouse_type = 'UNKNOWN' } = map;
  await insertMaps(tx, [{ id, name, greenhouse_type, greenhouse_id: null, versions: JSON.stringify([version]), plan_id }]);
}

/** A map before an upload. */
interface KnownMap {
  readonly name: string;
  readonly greenhouse_type: string;
}

/** Adds a version to a map. The map takes its name and type from the file if the file has them. Source: MAPV7. */
async function updateMap(tx: Transaction<Database>, { id, map }: Saving, known: KnownMap, before: readonly string[]): Promise<void> {
  const { version, name = known.name, greenhouse_type = known.greenhouse_type } = map;
  const versions = JSON.stringify([version, ...before]);
  await tx.updateTable('site_map').set({ name, greenhouse_type, versions }).where('id', '=', id).execute();
  noteChange({ name: known.name, greenhouse_type: known.greenhouse_type }, { name, greenhouse_type });
}

/** Inserts the layers that the version changed: those with a layer version that the map did not have before. */
async function insertChanges(tx: Transaction<Database>, { id, map, message, by, at }: Saving): Promise<void> {
  const parts = partsOf(map.version);
  const rows = versionParts.map((layer) => ({
    map_id: id,
    layer,
    version: parts?.[layer] ?? '',
    edition: 0,
    made_at: new Date(at).toISOString(),
    done_by: by,
    message,
  }));
  await insertLayers(tx, rows);
}

/**
 * Saves an uploaded version of a map, or a new map. Throws 409 if the version is not newer than the newest one, because another user has uploaded a version
 * meanwhile or the same file was sent twice. Calls `requireStill` before the version is compared, and at the end. Source: MAPV2, UPLOADS1.
 */
export async function saveMap(database: Kysely<Database>, saving: Saving): Promise<void> {
  const { id, map, requireStill } = saving;
  await database.transaction().execute(async (tx) => {
    await lockMap(tx, id);
    const known = await tx
      .selectFrom('site_map')
      .select(['name', 'greenhouse_type', 'archived', 'versions'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    await requireStill(tx);
    refuseArchived(known);
    const versions = known === undefined ? [] : siteVersions.parse(known.versions);
    const problem = uploadVersionProblem(dottedVersion(map.version), versions[0]);
    if (problem !== undefined) throw conflict(problem);
    if (known === undefined) await insertMap(tx, saving);
    else await updateMap(tx, saving, known, versions);
    const before = { name_before: known?.name ?? null, greenhouse_type_before: known?.greenhouse_type ?? null };
    await insertSitePlans(tx, [{ map_id: id, version: dottedVersion(map.version), layers: jsonOf(map), ...before }]);
    await storePieces(tx, siteSource(id, dottedVersion(map.version)));
    await insertChanges(tx, saving);
    // Writing a large map takes up to two minutes. The owner is not locked meanwhile, because changes of the place would wait for that lock.
    await requireStill(tx);
  });
}
