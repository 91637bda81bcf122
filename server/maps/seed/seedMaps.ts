import type { Transaction } from 'kysely';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { drawPlan } from './drawPlan.ts';
import type { SiteMap } from './siteMaps.ts';

/** Inserts maps and their plans; maps of the same shape share one plan. */
export async function seedMaps(tx: Transaction<Database>, maps: readonly SiteMap[]): Promise<void> {
  const shapes = new Map(maps.map((map) => [map.shape.id, map.shape]));
  for (const [id, shape] of shapes) {
    await tx
      .insertInto('plan')
      .values({ id, layers: JSON.stringify(drawPlan(shape)) })
      .execute();
  }
  const rows = maps.map(({ shape, versions, ...map }) => ({ ...map, plan_id: shape.id, versions: JSON.stringify(versions) }));
  for (const values of chunks(rows)) await tx.insertInto('site_map').values(values).execute();
}
