import { call } from './call.ts';
import { z } from './schema.ts';

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
