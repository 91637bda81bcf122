import { SolidPolygonLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { polygonOf } from '../featureShape.ts';
import type { MapLook } from '../mapLook.ts';
import { faded } from '../rgb.ts';

const density = ({ properties: { state } }: Feature) => (typeof state === 'number' ? Math.min(1, Math.max(0, state)) : 1);

/** The state of the crop over the gutters: the denser the green, the nearer its `state` is to 1. A state in words is drawn full. */
export const cropLayer = (features: readonly Feature[], look: MapLook, visible: boolean): SolidPolygonLayer<Feature> =>
  new SolidPolygonLayer<Feature>({
    id: 'crop',
    data: features,
    visible,
    pickable: true,
    getPolygon: polygonOf,
    getFillColor: (feature) => faded(look.jobs.completed, 0.15 + 0.8 * density(feature)),
    updateTriggers: { getFillColor: look.mode },
  });
