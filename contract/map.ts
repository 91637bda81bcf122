import { call } from './call.ts';
import { instant, paged, pageQuery, z } from './schema.ts';

const position = z.array(z.number()).min(2);
const geometry = z.union([
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(position) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position)) }),
]);
/** One thing on a plan. Lane and walkway carry `id`, `length` and `width` in metres; gutter `number`; obstacle `type`; node `id`. Source: OPEN-51. */
export const feature = z.object({
  type: z.literal('Feature'),
  geometry,
  properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
/** One thing on a plan. */
export type Feature = z.infer<typeof feature>;
/** GeoJSON in local metres: x east, y north. Source: OPEN-51. */
export const featureCollection = z.object({ type: z.literal('FeatureCollection'), features: z.array(feature) });

/** The layers of a greenhouse plan. */
export const planLayers = z.object({
  site: featureCollection,
  node: featureCollection,
  connection: featureCollection,
  waypoint: featureCollection,
  lane: featureCollection,
  walkway: featureCollection,
  gutter: featureCollection,
  obstacle: featureCollection,
});
/** The layers of a greenhouse plan. */
export type PlanLayers = z.infer<typeof planLayers>;

/** The plan of a map; `version` is the dotted first part of a map version. 404 for an unknown map. Source: CALL-045, OPEN-51. */
export const getMapGeojson = call({
  method: 'GET',
  path: 'map/{id}/{version}/geojson',
  summary: 'Layers of a greenhouse plan in local metres.',
  query: z.object({ gutter_version: z.string().optional(), obstacle_version: z.string().optional() }),
  answer: z.object({ layers: planLayers }),
});

/** A map of a greenhouse; `versions` are site versions of nine parts, newest last. Source: spec, Map; OPEN-46. */
export const siteMap = z.object({
  id: z.string(),
  name: z.string(),
  map_name: z.string().nullish(),
  greenhouse_type: z.string().nullish(),
  versions: z.array(z.string()),
});
/** A map of a greenhouse. */
export type SiteMap = z.infer<typeof siteMap>;

/** A layer of a map with its versions, newest last. Source: OPEN-50. */
export const mapLayer = z.object({ name: z.string(), versions: z.array(z.string()) });
/** A layer of a map. */
export type MapLayer = z.infer<typeof mapLayer>;

/** A map with its layers; `gutter_version` and `obstacle_version` are those of its newest version. Source: spec, Map; OPEN-50. */
export const mapDetail = siteMap.extend({
  layers: z.array(mapLayer),
  gutter_version: z.string().nullish(),
  obstacle_version: z.string().nullish(),
});

/** One change of a layer: the version it made, when, who made it, and what is different. Source: OPEN-49. */
export const layerChange = z.object({ version: z.string(), timestamp: instant, done_by: z.string(), message: z.string() });
/** One change of a layer. */
export type LayerChange = z.infer<typeof layerChange>;

/** Maps. Source: CALL-041, OPEN-46. */
export const getAllMaps = call({
  method: 'GET',
  path: 'map/all_maps',
  summary: 'Maps.',
  query: pageQuery,
  answer: paged(siteMap),
});

/** The ids of all maps. Source: CALL-047, OPEN-53. */
export const getMapIds = call({
  method: 'GET',
  path: 'map/maps/ids',
  summary: 'Ids of all maps.',
  answer: z.object({ result: z.array(z.string()) }),
});

/** The site versions of a map, nine parts each, newest last. 404 unknown or foreign. Source: CALL-042, OPEN-47. */
export const getMapVersions = call({
  method: 'GET',
  path: 'map/{id}/versions',
  summary: 'Site versions of a map, newest last.',
  answer: z.object({ versions: z.array(z.string()) }),
});

/** A map with its layers. 404 unknown or foreign. Source: CALL-044, OPEN-50. */
export const getMapDetail = call({
  method: 'GET',
  path: 'map/{id}/detail',
  summary: 'A map with its layers and their versions.',
  answer: z.object({ detail: mapDetail }),
});

/** What changed up to a version, by layer, newest first; `version` is the dotted first part. 404 unknown or foreign. Source: CALL-043, OPEN-49. */
export const getMapChangelog = call({
  method: 'GET',
  path: 'map/{id}/{version}/changelog',
  summary: 'Changes of the layers of a map up to a version, newest first.',
  answer: z.object({ changelog: z.record(z.string(), z.array(layerChange)) }),
});
