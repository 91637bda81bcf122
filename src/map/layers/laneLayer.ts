import { SolidPolygonLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { polygonOf } from '../featureShape.ts';
import type { MapLook } from '../mapLook.ts';

/** The ground of the lanes. */
export const laneLayer = (features: readonly Feature[], look: MapLook, visible: boolean): SolidPolygonLayer<Feature> =>
  new SolidPolygonLayer<Feature>({
    id: 'lane',
    data: features,
    visible,
    pickable: true,
    getPolygon: polygonOf,
    getFillColor: look.lane,
    updateTriggers: { getFillColor: look.mode },
  });
