import { sql, type Kysely, type Transaction } from 'kysely';
import { planLayers, type PlanLayers } from '#contract/map';
import { dottedVersion, partsOf } from '#domain/places/mapVersion';
import type { Database } from '../../platform/database/tables.ts';
import { layerHistory, type LayerVersion } from './layerHistory.ts';
import { drawingBefore } from './pastDrawings.ts';
import { insertLayers, insertSitePlans } from '../insertMaps.ts';
import { siteVersions } from '../siteVersions.ts';
import { locks } from '../../platform/database/locks.ts';

type Tx = Transaction<Database>;
interface DemoMap {
  readonly id: string;
  readonly versions: readonly string[];
  readonly plan: PlanLayers;
  readonly history: readonly LayerVersion[];
}

async function plansOf(tx: Tx): Promise<ReadonlyMap<string, PlanLayers>> {
  const rows = await tx.selectFrom('plan').selectAll().execute();
  return new Map(rows.map(({ id, layers }) => [id, planLayers.parse(layers)]));
}

/** Returns the plan of an earlier site version, with the gutters and obstacles of that time and everything else unchanged. */
function planBefore({ plan, history }: DemoMap, version: string): PlanLayers {
  const parts = partsOf(version);
  const editionOf = (layer: 'gutter' | 'obstacle') =>
    history.find((row) => row.layer === layer && row.version === parts?.[layer])?.edition ?? 0;
  return {
    ...plan,
    gutter: drawingBefore(plan, 'gutter', editionOf('gutter')),
    obstacle: drawingBefore(plan, 'obstacle', editionOf('obstacle')),
  };
}

const earlierPlans = (map: DemoMap) =>
  map.versions
    .slice(1)
    .map((version) => ({ map_id: map.id, version: dottedVersion(version), layers: JSON.stringify(planBefore(map, version)) }));

/**
 * Inserts the past of the demo's maps, as if each version had been uploaded: layer versions with their messages, and plans of site
 * versions. Does nothing when any layer version exists.
 */
export async function seedMapLayers(database: Kysely<Database>, now: number): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.seedMapLayers})`.execute(tx);
    const known = await tx.selectFrom('map_layer').select('map_id').limit(1).executeTakeFirst();
    if (known !== undefined) return;
    const rows = await tx.selectFrom('site_map').select(['id', 'versions', 'plan_id']).execute();
    const plans = rows.length === 0 ? new Map<string, PlanLayers>() : await plansOf(tx);
    const maps = rows.flatMap(({ id, versions: kept, plan_id }): readonly DemoMap[] => {
      const [plan, versions] = [plans.get(plan_id), siteVersions.parse(kept)];
      return plan === undefined ? [] : [{ id, versions, plan, history: layerHistory({ id, versions, plan, now }) }];
    });
    await insertLayers(
      tx,
      // The drawing of each layer version is stored with its site version.
      maps.flatMap(({ history }) => history.map((row) => ({ ...row, edition: 0 }))),
    );
    await insertSitePlans(tx, maps.flatMap(earlierPlans));
  });
}
