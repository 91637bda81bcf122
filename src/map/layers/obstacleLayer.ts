import { SolidPolygonLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { polygonOf } from '../featureShape.ts';
import type { MapLook } from '../mapLook.ts';

/** What stands in the way. */
export const obstacleLayer = (features: readonly Feature[], look: MapLook, visible: boolean): SolidPolygonLayer<Feature> =>
  new SolidPolygonLayer<Feature>({
    id: 'obstacle',
    data: features,
    visible,
    pickable: true,
    getPolygon: polygonOf,
    getFillColor: look.obstacle,
    updateTriggers: { getFillColor: look.mode },
  });
