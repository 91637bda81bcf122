import { SolidPolygonLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { polygonOf } from '../featureShape.ts';
import type { MapLook } from '../mapLook.ts';
import { faded } from '../rgb.ts';

/** What the open popup speaks of, lifted out. */
export const chosenLayer = (features: readonly Feature[], look: MapLook): SolidPolygonLayer<Feature> =>
  new SolidPolygonLayer<Feature>({
    id: 'chosen',
    data: features,
    getPolygon: polygonOf,
    getFillColor: faded(look.chosen, 0.55),
    updateTriggers: { getFillColor: look.mode },
  });
