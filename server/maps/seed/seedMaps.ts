import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { insertMaps, insertPlan } from '../insertMaps.ts';
import { drawPlan } from './drawPlan.ts';
import type { DemoMap } from './siteMaps.ts';

/** Inserts the rows `site_map` of the demo with their newest plans; maps of the same shape share one plan. */
export async function seedMaps(tx: Transaction<Database>, maps: readonly DemoMap[]): Promise<void> {
  const shapes = new Map(maps.map((map) => [map.shape.id, map.shape]));
  for (const [id, shape] of shapes) {
    await insertPlan(tx, { id, layers: JSON.stringify(drawPlan(shape)) });
  }
  const rows = maps.map(({ shape, versions, ...map }) => ({ ...map, plan_id: shape.id, versions: JSON.stringify(versions) }));
  await insertMaps(tx, rows);
}
