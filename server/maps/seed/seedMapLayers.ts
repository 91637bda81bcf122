import { sql, type Kysely, type Transaction } from 'kysely';
import { planLayers, type PlanLayers } from '#contract/map';
import type { Database } from '../../platform/database/tables.ts';
import { layerHistory, type LayerVersion } from './layerHistory.ts';
import { drawingBefore } from './pastDrawings.ts';
import { insertLayers } from '../insertMaps.ts';
import { siteVersions } from '../siteVersions.ts';
import { locks } from '../../platform/database/locks.ts';

async function plansOf(tx: Transaction<Database>): Promise<ReadonlyMap<string, PlanLayers>> {
  const rows = await tx.selectFrom('plan').selectAll().execute();
  return new Map(rows.map(({ id, layers }) => [id, planLayers.parse(layers)]));
}

/** Returns the rows of the earlier drawings of a plan, as many as the history of any map on this plan has. */
function earlier(plan_id: string, plan: PlanLayers, history: readonly LayerVersion[]) {
  return (['gutter', 'obstacle'] as const).flatMap((layer) => {
    const editions = new Set(history.flatMap((row) => (row.layer === layer && row.edition > 0 ? [row.edition] : [])));
    return [...editions].map((edition) => ({ plan_id, layer, edition, drawing: JSON.stringify(drawingBefore(plan, layer, edition)) }));
  });
}

/** Adds the layer history of the demo's maps; does nothing when any layer version exists. */
export async function seedMapLayers(database: Kysely<Database>, now: number): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.seedMapLayers})`.execute(tx);
    const known = await tx.selectFrom('map_layer').select('map_id').limit(1).executeTakeFirst();
    const maps = known === undefined ? await tx.selectFrom('site_map').select(['id', 'versions', 'plan_id']).execute() : [];
    if (maps.length === 0) return;
    const plans = await plansOf(tx);
    const histories = maps.flatMap(({ id, versions, plan_id }) => {
      const plan = plans.get(plan_id);
      return plan === undefined ? [] : [{ plan_id, rows: layerHistory({ id, versions: siteVersions.parse(versions), plan, now }) }];
    });
    const historyOf = (id: string) => histories.flatMap(({ plan_id, rows }) => (plan_id === id ? rows : []));
    const drawings = [...plans].flatMap(([id, plan]) => earlier(id, plan, historyOf(id)));
    if (drawings.length > 0) await tx.insertInto('plan_layer').values(drawings).execute();
    await insertLayers(
      tx,
      histories.flatMap((one) => one.rows),
    );
  });
}
