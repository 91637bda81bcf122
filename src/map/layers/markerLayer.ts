/** Layers of markers (`MapMarker`), i.e. red pins of incidents; of a region; and of the highlighted feature. */

import { IconLayer, PathLayer, SolidPolygonLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { polygonOf } from '../drawing/featureShape.ts';
import type { MapStyle } from '../drawing/mapStyle.ts';
import { iconProps, PIN_PX } from '../drawing/markAtlas.ts';
import { type Bounds, cornersOf, type Position } from '../drawing/position.ts';
import { faded } from '../drawing/rgb.ts';

/** An incident or another occurrence at a position in metres; `label` is the text of its popup, `to` the path of its detail page. */
export interface MapMarker {
  readonly id: string;
  readonly label: string;
  readonly to: string;
  readonly x: number;
  readonly y: number;
  /** Called instead of following the link. */
  readonly onOpen?: () => void;
  /** Whether the marker is grey: an incident that was recorded on another version of the lane, or an occurrence that is not an incident. */
  readonly isFaint?: boolean;
}

/** Returns the layer of the markers: red translucent pins, so overlapping ones remain recognisable. */
export const markerLayer = (
  markers: readonly MapMarker[],
  style: MapStyle,
  { visible, atlas }: { readonly visible: boolean; readonly atlas: HTMLCanvasElement },
): IconLayer<MapMarker> =>
  new IconLayer<MapMarker>({
    ...iconProps(atlas),
    id: 'marker',
    data: markers,
    visible,
    pickable: true,
    getIcon: () => 'pin',
    getPosition: ({ x, y }) => [x, y],
    getSize: PIN_PX.height,
    sizeUnits: 'pixels',
    getColor: ({ isFaint }) => faded(isFaint === true ? style.tones.offline : style.tones.error, 0.8),
    updateTriggers: { getColor: style.mode },
  });

/** Returns the layers of a region: a translucent rectangle and its outline. */
export function regionLayers(region: Bounds | null, style: MapStyle): readonly [SolidPolygonLayer<Position[]>, PathLayer<Position[]>] {
  const corners = region === null ? [] : [cornersOf(region)];
  const updateTriggers = { getFillColor: style.mode, getColor: style.mode };
  const getColor = style.chosen;
  const line = new PathLayer<Position[]>({
    id: 'region line',
    data: corners,
    getPath: (path) => path,
    getColor,
    getWidth: 2,
    widthUnits: 'pixels',
    updateTriggers,
  });
  const fill = {
    id: 'region',
    data: corners,
    getPolygon: (path: Position[]) => path,
    getFillColor: faded(style.chosen, 0.14),
    updateTriggers,
  };
  return [new SolidPolygonLayer<Position[]>(fill), line];
}

/** Returns the layer that highlights the feature of the open popup. */
export const chosenLayer = (features: readonly Feature[], style: MapStyle): SolidPolygonLayer<Feature> =>
  new SolidPolygonLayer<Feature>({
    id: 'chosen',
    data: features,
    getPolygon: polygonOf,
    getFillColor: faded(style.chosen, 0.55),
    updateTriggers: { getFillColor: style.mode },
  });
