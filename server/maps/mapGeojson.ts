/** Finds a plan by map and site version: the maps of a scope, their versions, and the source of each layer. */

import type { Kysely } from 'kysely';
import { dottedVersion, partsOf } from '#domain/places/mapVersion';
import { planSource, type PlanSources, siteSource } from './planSources.ts';
import { siteVersions } from './siteVersions.ts';
import type { Scope } from '../platform/principal.ts';
import type { Database } from '../platform/database/tables.ts';

/** Dependencies of reading maps and plans. */
export interface PlanDependencies {
  readonly database: Kysely<Database>;
}

/** A requested plan: map, dotted site version, and layer versions that differ from those of the site version. */
interface Wanted {
  readonly id: string;
  readonly version: string;
  readonly gutter?: string | undefined;
  readonly obstacle?: string | undefined;
}

/** Returns the query for the maps of a scope. */
export function mapsIn({ database }: PlanDependencies, scope: Scope) {
  const query = database
    .selectFrom('site_map')
    .leftJoin('greenhouse', 'greenhouse.id', 'site_map.greenhouse_id')
    .leftJoin('location', 'location.id', 'greenhouse.location_id');
  // Only the provider's staff sees a map without a greenhouse. SQL has no empty list, so the empty text, which is not an id, replaces it.
  return scope === 'all' ? query : query.where('location.owned_by', 'in', ['', ...scope]);
}

/** Returns a map of the scope, its versions newest first; null for an unknown map or one outside the scope. */
export async function mapIn(dependencies: PlanDependencies, scope: Scope, id: string) {
  const row = await mapsIn(dependencies, scope)
    .select(['site_map.id', 'site_map.name', 'site_map.greenhouse_type', 'site_map.versions', 'site_map.plan_id', 'site_map.archived'])
    .select('site_map.greenhouse_id')
    .where('site_map.id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, versions: siteVersions.parse(row.versions) };
}

/** Returns the site version that has this dotted version; undefined if it is unknown. */
export const versionNamed = (versions: readonly string[], dotted: string) => versions.find((known) => dottedVersion(known) === dotted);

const drawn = ['gutter', 'obstacle'] as const;
type DrawnLayer = (typeof drawn)[number];

interface FoundMap {
  readonly id: string;
  readonly plan_id: string;
  readonly versions: readonly string[];
}

/** Returns the uploaded ones of these site versions of a map, in the given order. */
async function uploadedOf({ database }: PlanDependencies, map: FoundMap, sites: readonly string[]): Promise<readonly string[]> {
  if (sites.length === 0) return [];
  const rows = await database.selectFrom('map_plan').select('version').where('map_id', '=', map.id).where('version', 'in', sites).execute();
  return sites.filter((site) => rows.some(({ version }) => version === site));
}

/** Returns the source of a layer version: the newest uploaded site version that has it, or the plan with which the map was created. */
async function drawingOf(dependencies: PlanDependencies, map: FoundMap, layer: DrawnLayer, version: string) {
  const sites = map.versions.flatMap((site) => (partsOf(site)?.[layer] === version ? [dottedVersion(site)] : []));
  const [newest] = await uploadedOf(dependencies, map, sites);
  return newest === undefined ? planSource(map.plan_id) : siteSource(map.id, newest);
}

/**
 * Returns the source of each layer of a plan in the scope: the site version if it was uploaded, otherwise the plan with which the map was created. Gutters and
 * obstacles of another version are those of the newest upload with that version, or of that plan. Null if the map or one of the versions is unknown or outside the scope.
 * Source: MAPV9.
 */
export async function planIn(dependencies: PlanDependencies, scope: Scope, wanted: Wanted): Promise<PlanSources | null> {
  const map = await mapIn(dependencies, scope, wanted.id);
  const site = map === null ? undefined : versionNamed(map.versions, wanted.version);
  if (map === null || site === undefined) return null;
  const known = map.versions.flatMap((version) => partsOf(version) ?? []);
  const chosen = drawn.map((layer) => ({ layer, version: wanted[layer] ?? partsOf(site)?.[layer] ?? '' }));
  const isOdd = chosen.some(({ layer, version }) => wanted[layer] !== undefined && !known.some((parts) => parts[layer] === version));
  if (isOdd) return null;
  const [own] = await uploadedOf(dependencies, map, [dottedVersion(site)]);
  const whole = own === undefined ? planSource(map.plan_id) : siteSource(map.id, own);
  // A site version has the drawings of its own file or plan, even if a newer file has the same layer version.
  const sourceOf = async (layer: DrawnLayer, version: string) =>
    version === (partsOf(site)?.[layer] ?? '') ? whole : drawingOf(dependencies, map, layer, version);
  const [gutter = whole, obstacle = whole] = await Promise.all(chosen.map(({ layer, version }) => sourceOf(layer, version)));
  return { site: whole, node: whole, connection: whole, waypoint: whole, lane: whole, walkway: whole, gutter, obstacle };
}
