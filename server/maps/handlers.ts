/** Handlers that read maps: list, versions, changelog, layers, plan as GeoJSON. */

import { getAllMaps, getMapChangelog, getMapDetail, getMapGeojson, getMapIds, getMapVersions, type LayerChange } from '#contract/map';
import { layersOf, partsOf, versionParts } from '#domain/places/mapVersion';
import { createFailure } from '../platform/failure/catalogue.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { serveText } from '../platform/http/serveText.ts';
import { planPieces } from './planPieces.ts';
import { siteVersions } from './siteVersions.ts';
import type { Scope } from '../platform/principal.ts';
import { groupBy } from '../platform/groupBy.ts';
import { windowOf } from '../platform/database/pageOfRows.ts';
import { mapIn, mapsIn, planIn, versionNamed, type PlanDependencies } from './mapGeojson.ts';

type MapCall = 'getAllMaps' | 'getMapIds' | 'getMapVersions' | 'getMapDetail' | 'getMapChangelog' | 'getMapGeojson';

async function mapOf(dependencies: PlanDependencies, scope: Scope, id: string) {
  const map = await mapIn(dependencies, scope, id);
  if (map === null) throw createFailure('noMap');
  // In the response the newest version is last.
  return { ...map, newestFirst: map.versions, versions: map.versions.toReversed() };
}

async function detailOf(dependencies: PlanDependencies, scope: Scope, id: string) {
  const { name, greenhouse_type, versions, archived, greenhouse_id } = await mapOf(dependencies, scope, id);
  const newest = partsOf(versions.at(-1) ?? '');
  return {
    id,
    name,
    map_name: name,
    greenhouse_type,
    versions,
    archived,
    greenhouse_id,
    layers: layersOf(versions),
    gutter_version: newest?.gutter ?? null,
    obstacle_version: newest?.obstacle ?? null,
  };
}

/** Returns the changelog of a version: its own changes and those of earlier versions. */
async function changelogOf(
  dependencies: PlanDependencies,
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
export function mapHandlers(dependencies: PlanDependencies): Pick<Handlers, MapCall> {
  return {
    getAllMaps: serve(getAllMaps, async ({ scope, query }) => {
      const { limit, offset } = windowOf(query);
      const found = mapsIn(dependencies, scope);
      const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await found
        .select(['site_map.id', 'site_map.name', 'site_map.greenhouse_type', 'site_map.versions', 'site_map.archived'])
        .select('site_map.greenhouse_id')
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
    getMapIds: serve(getMapIds, async ({ scope }) => {
      const rows = await mapsIn(dependencies, scope).select('site_map.id').orderBy('site_map.id').execute();
      return { result: rows.map(({ id }) => id) };
    }),
    getMapVersions: serve(getMapVersions, async ({ scope, params }) => ({
      versions: (await mapOf(dependencies, scope, params.id)).versions,
    })),
    getMapDetail: serve(getMapDetail, async ({ scope, params }) => ({ detail: await detailOf(dependencies, scope, params.id) })),
    getMapChangelog: serve(getMapChangelog, async ({ scope, params }) => ({
      changelog: await changelogOf(dependencies, scope, params),
    })),
    getMapGeojson: serveText(getMapGeojson, async ({ scope, params, query }) => {
      const sources = await planIn(dependencies, scope, {
        ...params,
        gutter: query.gutter_version,
        obstacle: query.obstacle_version,
      });
      if (sources === null) throw createFailure('noMap');
      return planPieces(dependencies.database, sources, query.parts === undefined ? {} : { partsOf: sources.site });
    }),
  };
}
