import { planLayers, type PlanLayers } from '#contract/map';
import { z } from '#contract/schema';
import { covers, type Scope } from '../visibility.ts';
import type { World } from './world.ts';

const versionsShape = z.array(z.string());

/** Which plan: a map, the dotted site version, and layer versions where they matter. */
interface Wanted {
  readonly id: string;
  readonly version: string;
  readonly gutter?: string | undefined;
  readonly obstacle?: string | undefined;
}

/** Whether a map has this site version with these layer versions; parts are site, map, CO, gutter, obstacle, SE, TO, UV, VE. */
function hasVersion(versions: readonly string[], { version, gutter, obstacle }: Wanted): boolean {
  return versions
    .map((known) => known.split('#'))
    .some(
      (parts) => parts[0] === version && (gutter === undefined || parts[3] === gutter) && (obstacle === undefined || parts[4] === obstacle),
    );
}

/** A plan inside a scope; null where the map or its version is unknown or foreign. */
export async function planIn({ database }: World, scope: Scope, wanted: Wanted): Promise<PlanLayers | null> {
  const row = await database
    .selectFrom('site_map')
    .innerJoin('plan', 'plan.id', 'site_map.plan_id')
    .innerJoin('greenhouse', 'greenhouse.id', 'site_map.greenhouse_id')
    .innerJoin('location', 'location.id', 'greenhouse.location_id')
    .select(['plan.layers', 'site_map.versions', 'location.owned_by'])
    .where('site_map.id', '=', wanted.id)
    .executeTakeFirst();
  const isKnown = row !== undefined && covers(scope, row.owned_by) && hasVersion(versionsShape.parse(row.versions), wanted);
  return isKnown ? planLayers.parse(row.layers) : null;
}
