import { ScatterplotLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { placeOf } from '../featureShape.ts';
import type { MapLook } from '../mapLook.ts';

/** The nodes, discs of two pixels at every zoom. */
export const nodeLayer = (features: readonly Feature[], look: MapLook, visible: boolean): ScatterplotLayer<Feature> =>
  new ScatterplotLayer<Feature>({
    id: 'node',
    data: features,
    visible,
    getPosition: placeOf,
    getRadius: 2,
    radiusUnits: 'pixels',
    getFillColor: look.node,
    updateTriggers: { getFillColor: look.mode },
  });
