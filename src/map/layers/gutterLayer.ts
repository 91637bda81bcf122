import { SolidPolygonLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { polygonOf } from '../featureShape.ts';
import type { MapLook } from '../mapLook.ts';

const BEHIND_DATA = 0.38;

/** The gutters. They step back (`isBehindData`) while a data layer says something about the lanes. */
export const gutterLayer = (
  features: readonly Feature[],
  look: MapLook,
  { visible, isBehindData }: { readonly visible: boolean; readonly isBehindData: boolean },
): SolidPolygonLayer<Feature> =>
  new SolidPolygonLayer<Feature>({
    id: 'gutter',
    data: features,
    visible,
    pickable: true,
    opacity: isBehindData ? BEHIND_DATA : 1,
    getPolygon: polygonOf,
    getFillColor: look.gutter,
    updateTriggers: { getFillColor: look.mode },
  });
