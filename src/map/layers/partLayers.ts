import { PathLayer, ScatterplotLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { pathOf, placeOf } from '../drawing/featureShape.ts';
import type { MapStyle } from '../drawing/mapStyle.ts';
import { faded } from '../drawing/rgb.ts';

/** Returns the layers of the other parts of a version (map, CO, SE, TO, UV, VE): outlines, and discs for points. */
export const partLayers = (
  { lines, points }: { readonly lines: readonly Feature[]; readonly points: readonly Feature[] },
  style: MapStyle,
  visible: boolean,
) => [
  new PathLayer<Feature>({
    id: 'part line',
    data: lines,
    visible,
    pickable: true,
    getPath: pathOf,
    getColor: faded(style.label, 0.7),
    getWidth: 2,
    widthUnits: 'pixels',
    updateTriggers: { getColor: style.mode },
  }),
  new ScatterplotLayer<Feature>({
    id: 'part point',
    data: points,
    visible,
    pickable: true,
    getPosition: placeOf,
    getRadius: 4,
    radiusUnits: 'pixels',
    getFillColor: style.label,
    updateTriggers: { getFillColor: style.mode },
  }),
];
