import { sql, type Kysely, type Transaction } from 'kysely';
import { planLayers, type PlanLayers } from '#contract/map';
import { z } from '#contract/schema';
import type { Database } from '../database/schema.ts';
import { layerHistory } from './layerHistory.ts';
import { drawingBefore } from './pastDrawings.ts';

/** Held while seeding, so that two servers that start at once do not both do it. */
const SEED_LOCK = 7_010;
/** Drawings before the newest that are kept of each plan. */
const EDITIONS = [1, 2];
/** Rows of one insert; PostgreSQL takes 65,535 parameters at most. */
const CHUNK = 1_000;

const versionsShape = z.array(z.string());

async function plansOf(tx: Transaction<Database>): Promise<ReadonlyMap<string, PlanLayers>> {
  const rows = await tx.selectFrom('plan').selectAll().execute();
  return new Map(rows.map(({ id, layers }) => [id, planLayers.parse(layers)]));
}

function earlier(plan_id: string, plan: PlanLayers) {
  return (['gutter', 'obstacle'] as const).flatMap((layer) =>
    EDITIONS.map((edition) => ({ plan_id, layer, edition, drawing: JSON.stringify(drawingBefore(plan, layer, edition)) })),
  );
}

/** How the maps of a demo came to be. Where any version of a layer is written down, nothing is added. */
export async function seedMapLayers(database: Kysely<Database>, now: number): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
    const known = await tx.selectFrom('map_layer').select('map_id').limit(1).executeTakeFirst();
    const maps = known === undefined ? await tx.selectFrom('site_map').select(['id', 'versions', 'plan_id']).execute() : [];
    if (maps.length === 0) return;
    const plans = await plansOf(tx);
    await tx
      .insertInto('plan_layer')
      .values([...plans].flatMap(([id, plan]) => earlier(id, plan)))
      .execute();
    const rows = maps.flatMap(({ id, versions, plan_id }) => {
      const plan = plans.get(plan_id);
      return plan === undefined ? [] : layerHistory({ id, versions: versionsShape.parse(versions), plan, now });
    });
    for (let at = 0; at < rows.length; at += CHUNK) {
      await tx
        .insertInto('map_layer')
        .values(rows.slice(at, at + CHUNK))
        .execute();
    }
  });
}
