/** SQL for the stored layers of a plan: the plan with which a map was created, or the plan of an uploaded site version. */

import { type RawBuilder, sql } from 'kysely';
import type { PlanLayers } from '#contract/map';

/** The storage of layers. `key` names their pieces; `stored` is the SQL of a table with the columns `name` and `value` (jsonb) of its layers. */
export interface PlanSource {
  readonly key: string;
  readonly stored: RawBuilder<unknown>;
}

/** The name of a layer of a plan. */
export type LayerName = keyof PlanLayers;
/** The source of each layer of a plan. */
export type PlanSources = Readonly<Record<LayerName, PlanSource>>;

/** All layers, in the order in which they are sent. */
export const layerNames = [
  'site',
  'node',
  'connection',
  'waypoint',
  'lane',
  'walkway',
  'gutter',
  'obstacle',
] as const satisfies (keyof PlanLayers)[];

const keyOf = (...parts: readonly string[]) => JSON.stringify(parts);

/** Returns the source of the plan with which a map was created. */
export const planSource = (planId: string): PlanSource => ({
  key: keyOf('plan', planId),
  stored: sql`select layer.key as name, layer.value from plan, jsonb_each(plan.layers) layer where plan.id = ${planId}`,
});

/** Returns the source of the plan of an uploaded site version. */
export const siteSource = (mapId: string, version: string): PlanSource => ({
  key: keyOf('site', mapId, version),
  stored: sql`select layer.key as name, layer.value from map_plan, jsonb_each(map_plan.layers) layer
    where map_plan.map_id = ${mapId} and map_plan.version = ${version}`,
});
