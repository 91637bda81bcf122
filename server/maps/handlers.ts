import { getAllMaps, getMapChangelog, getMapDetail, getMapGeojson, getMapIds, getMapVersions, type LayerChange } from '#contract/map';
import { layersOf, partsOf, versionParts } from '#domain/places/mapVersion';
import { createFailure } from '../platform/failure/catalogue.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { serveText } from '../platform/http/serveText.ts';
import { planPieces } from './planPieces.ts';
import { siteVersions } from './siteVersions.ts';
import type { Principal } from '../platform/principal.ts';
import { scopeOf, type Scope } from '../locations/visibility.ts';
import { groupBy } from '../platform/groupBy.ts';
import { windowOf } from '../platform/database/pageOfRows.ts';
import { mapIn, mapsIn, planIn, versionNamed, type PlanDependencies } from './mapGeojson.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';

/** Dependencies of the map handlers. */
export interface MapDependencies extends PlanDependencies {
  readonly registry: OwnershipRegistry;
}

type MapCall = 'getAllMaps' | 'getMapIds' | 'getMapVersions' | 'getMapDetail' | 'getMapChangelog' | 'getMapGeojson';

async function mapOf(dependencies: MapDependencies, scope: Scope, id: string) {
  const map = await mapIn(dependencies, scope, id);
  if (map === null) throw createFailure('noMap');
  // In the response the newest version is last.
  return { ...map, newestFirst: map.versions, versions: map.versions.toReversed() };
}

async function detailOf(dependencies: MapDependencies, scope: Scope, id: string) {
  const { name, greenhouse_type, versions, archived } = await mapOf(dependencies, scope, id);
  const newest = partsOf(versions.at(-1) ?? '');
  return {
    id,
    name,
    map_name: name,
    greenhouse_type,
    versions,
    archived,
    layers: layersOf(versions),
    gutter_version: newest?.gutter ?? null,
    obstacle_version: newest?.obstacle ?? null,
  };
}

/** Returns the changelog of a version: its changes and those of the versions before it. */
async function changelogOf(
  dependencies: MapDependencies,
  scope: Scope,
  { id, version }: { readonly id: string; readonly version: string },
) {
  const { newestFirst } = await mapOf(dependencies, scope, id);
  const site = versionNamed(newestFirst, version);
  if (site === undefined) throw createFailure('noVersion');
  const until = newestFirst.slice(newestFirst.indexOf(site)).flatMap((known) => partsOf(known) ?? []);
  const versionsUntil = (layer: (typeof versionParts)[number]) => new Set(until.map((parts) => parts[layer]));
  const rows = await dependencies.database
    .selectFrom('map_layer')
    .select(['layer', 'version', 'made_at', 'done_by', 'message'])
    .where('map_id', '=', id)
    .orderBy('made_at', 'desc')
    .execute();
  const ofLayer = groupBy(rows, ({ layer }) => layer);
  const changes = (layer: (typeof versionParts)[number]): LayerChange[] => {
    const known = versionsUntil(layer);
    return (ofLayer.get(layer) ?? []).flatMap(({ version: of, made_at, done_by, message }) =>
      known.has(of) ? [{ version: of, timestamp: made_at.toISOString(), done_by, message }] : [],
    );
  };
  return Object.fromEntries(versionParts.map((layer) => [layer, changes(layer)]));
}

/** Creates the handlers of maps: versions, changelogs and plans. */
export function mapHandlers(dependencies: MapDependencies): Pick<Handlers, MapCall> {
  const scoped = (caller: Principal) => scopeOf(caller, dependencies.registry);
  return {
    getAllMaps: serve(getAllMaps, async ({ caller, query }) => {
      const { limit, offset } = windowOf(query);
      const found = mapsIn(dependencies, scoped(caller));
      const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await found
        .select(['site_map.id', 'site_map.name', 'site_map.greenhouse_type', 'site_map.versions', 'site_map.archived'])
        .orderBy('site_map.name')
        .orderBy('site_map.id')
        .limit(limit)
        .offset(offset)
        .execute();
      return {
        total,
        results: rows.map((row) => ({ ...row, map_name: row.name, versions: siteVersions.parse(row.versions).toReversed() })),
      };
    }),
    getMapIds: serve(getMapIds, async ({ caller }) => {
      const rows = await mapsIn(dependencies, scoped(caller)).select('site_map.id').orderBy('site_map.id').execute();
      return { result: rows.map(({ id }) => id) };
    }),
    getMapVersions: serve(getMapVersions, async ({ caller, params }) => ({
      versions: (await mapOf(dependencies, scoped(caller), params.id)).versions,
    })),
    getMapDetail: serve(getMapDetail, async ({ caller, params }) => ({ detail: await detailOf(dependencies, scoped(caller), params.id) })),
    getMapChangelog: serve(getMapChangelog, async ({ caller, params }) => ({
      changelog: await changelogOf(dependencies, scoped(caller), params),
    })),
    getMapGeojson: serveText(getMapGeojson, async ({ caller, params, query }) => {
      const sources = await planIn(dependencies, scoped(caller), {
        ...params,
        gutter: query.gutter_version,
        obstacle: query.obstacle_version,
      });
      if (sources === null) throw createFailure('noMap');
      return planPieces(dependencies.database, sources, query.parts === undefined ? {} : { partsOf: sources.site });
    }),
  };
}
