import { getMapGeojson, planLayers } from '#contract/map';
import { z } from '#contract/schema';
import { notFound } from '../failure.ts';
import { serve, type Handlers } from '../http/serve.ts';
import { covers, scopeOf } from '../visibility.ts';
import type { World } from './world.ts';

const versionsShape = z.array(z.string());

/** Whether a map has this site version with these layer versions; parts are site, map, CO, gutter, obstacle, SE, TO, UV, VE. */
function hasVersion(versions: readonly string[], site: string, gutter?: string, obstacle?: string): boolean {
  return versions
    .map((version) => version.split('#'))
    .some(
      (parts) => parts[0] === site && (gutter === undefined || parts[3] === gutter) && (obstacle === undefined || parts[4] === obstacle),
    );
}

/** Plans of greenhouses. */
export function mapHandlers({ database, registry }: World): Pick<Handlers, 'getMapGeojson'> {
  return {
    getMapGeojson: serve(getMapGeojson, async ({ caller, params, query }) => {
      const row = await database
        .selectFrom('site_map')
        .innerJoin('plan', 'plan.id', 'site_map.plan_id')
        .innerJoin('greenhouse', 'greenhouse.id', 'site_map.greenhouse_id')
        .innerJoin('location', 'location.id', 'greenhouse.location_id')
        .select(['plan.layers', 'site_map.versions', 'location.owned_by'])
        .where('site_map.id', '=', params.id)
        .executeTakeFirst();
      const isKnown =
        row !== undefined &&
        covers(scopeOf(caller, registry), row.owned_by) &&
        hasVersion(versionsShape.parse(row.versions), params.version, query.gutter_version, query.obstacle_version);
      if (!isKnown) throw notFound('no such map');
      return { layers: planLayers.parse(row.layers) };
    }),
  };
}
