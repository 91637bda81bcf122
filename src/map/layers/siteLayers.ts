/** Layers of the site: outline, walkways, obstacles, connections, nodes, waypoints. */

import { PathLayer, SolidPolygonLayer, ScatterplotLayer, IconLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { pathOf, polygonOf, placeOf } from '../drawing/featureShape.ts';
import type { MapStyle } from '../drawing/mapStyle.ts';
import { iconProps } from '../drawing/markAtlas.ts';
import { faded } from '../drawing/rgb.ts';

/** Returns the layer of the site's outline, 1.5 pixels wide. A path layer is used, because outlined polygons take ten times as long to draw. */
export const siteLayer = (features: readonly Feature[], style: MapStyle, visible: boolean): PathLayer<Feature> =>
  new PathLayer<Feature>({
    id: 'site',
    data: features,
    visible,
    getPath: pathOf,
    getColor: style.site,
    getWidth: 1.5,
    widthUnits: 'pixels',
    updateTriggers: { getColor: style.mode },
  });

/** Returns the layer of the walkway areas. */
export const walkwayLayer = (features: readonly Feature[], style: MapStyle, visible: boolean): SolidPolygonLayer<Feature> =>
  new SolidPolygonLayer<Feature>({
    id: 'walkway',
    data: features,
    visible,
    pickable: true,
    getPolygon: polygonOf,
    getFillColor: style.walkway,
    updateTriggers: { getFillColor: style.mode },
  });

/** Returns the layer of the obstacles. */
export const obstacleLayer = (features: readonly Feature[], style: MapStyle, visible: boolean): SolidPolygonLayer<Feature> =>
  new SolidPolygonLayer<Feature>({
    id: 'obstacle',
    data: features,
    visible,
    pickable: true,
    getPolygon: polygonOf,
    getFillColor: style.obstacle,
    updateTriggers: { getFillColor: style.mode },
  });

/** Returns the layer of the connections between nodes, one pixel wide. */
export const connectionLayer = (features: readonly Feature[], style: MapStyle, visible: boolean): PathLayer<Feature> =>
  new PathLayer<Feature>({
    id: 'connection',
    data: features,
    visible,
    getPath: pathOf,
    getColor: faded(style.node, 0.6),
    getWidth: 1,
    widthUnits: 'pixels',
    updateTriggers: { getColor: style.mode },
  });

/** Returns the layer of the nodes: discs with a radius of two pixels at every zoom. */
export const nodeLayer = (features: readonly Feature[], style: MapStyle, visible: boolean): ScatterplotLayer<Feature> =>
  new ScatterplotLayer<Feature>({
    id: 'node',
    data: features,
    visible,
    getPosition: placeOf,
    getRadius: 2,
    radiusUnits: 'pixels',
    getFillColor: style.node,
    updateTriggers: { getFillColor: style.mode },
  });

/** Returns the layer of the waypoints: hollow diamonds on icons of 18 pixels. */
export const waypointLayer = (
  features: readonly Feature[],
  style: MapStyle,
  { visible, atlas }: { readonly visible: boolean; readonly atlas: HTMLCanvasElement },
): IconLayer<Feature> =>
  new IconLayer<Feature>({
    id: 'waypoint',
    data: features,
    visible,
    ...iconProps(atlas),
    getIcon: () => 'diamond',
    getPosition: placeOf,
    getSize: 18,
    sizeUnits: 'pixels',
    getColor: style.node,
    updateTriggers: { getColor: style.mode },
  });
