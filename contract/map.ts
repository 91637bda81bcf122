/** Maps and plans: GeoJSON (`Feature`, `planLayers`), `siteMap` with its versions, `mapLayer`, the changelog, and `postMapUpload`. */

import { call } from './call.ts';
import { optionalInstant, paged, pageQuery, z } from './schema.ts';

const position = z.array(z.number()).check(z.minLength(2));
const point = z.object({ type: z.literal('Point'), coordinates: position });
const line = z.object({ type: z.literal('LineString'), coordinates: z.array(position) });
const polygon = z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position)) });
const multiPoint = z.object({ type: z.literal('MultiPoint'), coordinates: z.array(position) });
const multiLine = z.object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(position)) });
const multiPolygon = z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(position))) });
/** A point, line or polygon; positions are `[x, y]` in metres. */
type Geometry = z.infer<typeof point> | z.infer<typeof line> | z.infer<typeof polygon>;

/** A feature as GeoJSON permits it: its geometry may be multi-part, null or missing, its properties may be missing. Source: RFC 7946. */
const wireFeature = z.object({
  type: z.literal('Feature'),
  geometry: z.nullish(z.union([point, line, polygon, multiPoint, multiLine, multiPolygon])),
  properties: z.nullish(z.record(z.string(), z.unknown())),
});

/** A feature of a plan. Properties: lane and walkway `id`, `length`, `width` in metres; gutter `number`; obstacle `type`; node `id`. Source: OPEN-51. */
export interface Feature {
  readonly type: 'Feature';
  readonly geometry: Geometry;
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
}

/** Converts a property to a primitive: arrays and objects become JSON, undefined becomes null. */
function propertyOf(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value == null ? null : JSON.stringify(value);
}

/** Splits a multi-part geometry into its parts; returns an empty list if there is no geometry. */
function partsOf(geometry: z.infer<typeof wireFeature>['geometry']): readonly Geometry[] {
  if (geometry == null) return [];
  if (geometry.type === 'MultiPoint') return geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates }));
  if (geometry.type === 'MultiLineString') return geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }));
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
  return [geometry];
}

/** GeoJSON in local metres: x east, y north. Multi-part features are split, features without geometry are dropped. Source: OPEN-51. */
export const featureCollection = z.pipe(
  z.object({ type: z.literal('FeatureCollection'), features: z.array(wireFeature) }),
  z.transform(({ type, features }) => ({
    type,
    features: features.flatMap(({ geometry, properties: given }): Feature[] => {
      const properties = Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, propertyOf(value)]));
      return partsOf(geometry).map((part) => ({ type: 'Feature', geometry: part, properties }));
    }),
  })),
);

/** A layer of a plan; a missing layer is read as an empty one. */
const layer = z.pipe(
  z.nullish(featureCollection),
  z.transform((given) => given ?? { type: 'FeatureCollection' as const, features: [] }),
);

/** The layers of a greenhouse plan. */
export const planLayers = z.object({
  site: layer,
  node: layer,
  connection: layer,
  waypoint: layer,
  lane: layer,
  walkway: layer,
  gutter: layer,
  obstacle: layer,
});
/** The layers of a greenhouse plan. */
export type PlanLayers = z.infer<typeof planLayers>;

/**
 * Returns the plan of a map; `version` is the dotted version. Requested with `parts=all`, `parts` holds, by name, the parts map, CO, SE, TO, UV and VE that the
 * file of the version contains; an extension of this server, announced as `map_parts`. Fails: 404 unknown map. Source: CALL-045, OPEN-51, PART92.
 */
export const getMapGeojson = call({
  method: 'GET',
  path: 'map/{id}/{version}/geojson',
  summary: 'Layers of a greenhouse plan in local metres.',
  query: z.object({
    gutter_version: z.optional(z.string()),
    obstacle_version: z.optional(z.string()),
    parts: z.optional(z.literal('all')),
  }),
  answer: z.object({ layers: planLayers, parts: z.nullish(z.record(z.string(), featureCollection)) }),
});

/**
 * A map of a greenhouse; `versions` holds site versions of nine parts, newest last. `archived`: no longer offered as a choice but kept for its history; an
 * extension of this server, announced as `archives`. `greenhouse_id`: the greenhouse whose people see the map; it has the map, or had it until another map
 * replaced it. Null if only staff see the map, missing if unknown; an extension of this server. Source: spec, Map; OPEN-46.
 */
export const siteMap = z.object({
  id: z.string(),
  name: z.string(),
  map_name: z.nullish(z.string()),
  greenhouse_type: z.nullish(z.string()),
  versions: z.array(z.string()),
  archived: z.nullish(z.boolean()),
  greenhouse_id: z.nullish(z.string()),
});
/** A map of a greenhouse. */
export type SiteMap = z.infer<typeof siteMap>;

/** A layer of a map with its versions, newest last. Source: OPEN-50. */
export const mapLayer = z.object({ name: z.nullish(z.string()), versions: z.nullish(z.array(z.string())) });
/** A layer of a map. */
export type MapLayer = z.infer<typeof mapLayer>;

/** A map with its layers; `gutter_version` and `obstacle_version` belong to its newest version. Source: spec, Map; OPEN-50. */
export const mapDetail = z.extend(siteMap, {
  layers: z.nullish(z.array(mapLayer)),
  gutter_version: z.nullish(z.string()),
  obstacle_version: z.nullish(z.string()),
});

/** One change of a layer: the new layer version, instant, user, and description. Source: OPEN-49. */
export const layerChange = z.object({
  version: z.string(),
  timestamp: optionalInstant,
  done_by: z.nullish(z.string()),
  message: z.nullish(z.string()),
});
/** One change of a layer. */
export type LayerChange = z.infer<typeof layerChange>;

/** Returns the maps visible to the caller. Source: CALL-041, OPEN-46. */
export const getAllMaps = call({
  method: 'GET',
  path: 'map/all_maps',
  summary: 'Maps.',
  query: pageQuery,
  answer: paged(siteMap),
});

/** Returns the ids of all maps visible to the caller. Source: CALL-047, OPEN-53. */
export const getMapIds = call({
  method: 'GET',
  path: 'map/maps/ids',
  summary: 'Ids of all maps.',
  answer: z.object({ result: z.array(z.string()) }),
});

/** Returns the site versions of a map, nine parts each, newest last. Fails: 404 unknown or not visible. Source: CALL-042, OPEN-47. */
export const getMapVersions = call({
  method: 'GET',
  path: 'map/{id}/versions',
  summary: 'Site versions of a map, newest last.',
  answer: z.object({ versions: z.array(z.string()) }),
});

/** Returns a map with its layers. Fails: 404 unknown or not visible. Source: CALL-044, OPEN-50. */
export const getMapDetail = call({
  method: 'GET',
  path: 'map/{id}/detail',
  summary: 'A map with its layers and their versions.',
  answer: z.object({ detail: mapDetail }),
});

/** Returns the changes up to a dotted `version`, by layer, newest first. Fails: 404 unknown or not visible. Source: CALL-043, OPEN-49. */
export const getMapChangelog = call({
  method: 'GET',
  path: 'map/{id}/{version}/changelog',
  summary: 'Changes of the layers of a map up to a version, newest first.',
  answer: z.object({ changelog: z.nullish(z.record(z.string(), z.array(layerChange))) }),
});

/**
 * Uploads a version of a map: `a` is the map id, `b` the dotted version (any for a new map, otherwise newer than the newest version), `file` a zip of at most
 * 100 MB. Fails: 400 when it is not a zip or contains another version, 403 for users who are not staff when the map is new or not visible to them, 409 when the
 * version is not newer, 413 too large. `message` describes the change in the changelog; it is not in the specification, announced as `map_upload`. Source:
 * CALL-046, OPEN-52.
 */
export const postMapUpload = call({
  method: 'POST',
  path: 'map/{a}/{b}/upload',
  summary: 'Uploads a version of a map.',
  multipart: true,
  body: z.object({ file: z.unknown(), message: z.optional(z.string().check(z.maxLength(1_000))) }),
  answer: z.object({ result: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const mapCalls = { getAllMaps, getMapIds, getMapVersions, getMapDetail, getMapChangelog, getMapGeojson, postMapUpload } as const;
