import type { Layer } from '@deck.gl/core';
import type { Feature, PlanLayers } from '#contract/map';
import type { LaneFill } from './drawing/laneFill.ts';
import type { LaneLabel } from './drawing/laneLabels.ts';
import type { SwitchableLayer } from './layerName.ts';
import { deviceLayers, ghostLayers, trailLayer } from './layers/deviceLayers.ts';
import {
  cropLayer,
  gutterLayer,
  laneFillLayer,
  laneLayer,
  RAILS_FROM_ZOOM,
  railLayer,
  jobMarkLayer,
  labelLayer,
} from './layers/laneLayers.ts';
import { chosenLayer, markerLayer, regionLayers, type MapMarker } from './layers/markerLayer.ts';
import { partLayers } from './layers/partLayers.ts';
import { connectionLayer, obstacleLayer, siteLayer, walkwayLayer, nodeLayer, waypointLayer } from './layers/siteLayers.ts';
import type { Ghost, MapDevice } from './drawing/mapDevice.ts';
import type { MapStyle } from './drawing/mapStyle.ts';
import type { PartFeatures } from './partFeatures.ts';
import type { PlanGeometry } from './drawing/planShape.ts';
import type { Bounds, Position } from './drawing/position.ts';
import type { TrailPart } from './drawing/trailParts.ts';

/** The content of a plan. Lists keep their identity while their content is equal. */
export interface Drawn {
  readonly plan: PlanLayers;
  readonly shape: PlanGeometry;
  readonly style: MapStyle;
  readonly zoom: number;
  readonly shown: ReadonlySet<SwitchableLayer>;
  readonly labels: readonly LaneLabel[];
  readonly fills: readonly LaneFill[];
  readonly bands: readonly LaneFill[];
  readonly jobMarks: readonly LaneFill[];
  readonly crop: readonly Feature[];
  readonly partShapes: PartFeatures;
  readonly markers: readonly MapMarker[];
  readonly region: Bounds | null;
  readonly trail: readonly TrailPart[];
  readonly devices: readonly MapDevice[];
  readonly ghosts: readonly Ghost[];
  readonly ghostDots: readonly Position[];
  readonly chosen: readonly Feature[];
  readonly atlas: HTMLCanvasElement;
  readonly glides: boolean;
  readonly epoch: number;
}

function groundLayers({ plan, shape, style, zoom, shown, fills, bands, crop }: Drawn): Layer[] {
  const showsLanes = shown.has('lane');
  return [
    siteLayer(plan.site.features, style, shown.has('site')),
    walkwayLayer(plan.walkway.features, style, shown.has('walkway')),
    laneLayer(plan.lane.features, style, showsLanes),
    laneFillLayer('lane fill', fills, style, showsLanes),
    laneFillLayer('lane band', bands, style, showsLanes),
    railLayer(shape.rails, style, showsLanes && zoom >= RAILS_FROM_ZOOM),
    gutterLayer(plan.gutter.features, style, { visible: shown.has('gutter'), isBehindData: fills.length + bands.length > 0 }),
    cropLayer(crop, style, shown.has('crop')),
    obstacleLayer(plan.obstacle.features, style, shown.has('obstacle')),
  ];
}

/** Returns the layers of a plan in drawing order, from bottom to top. All layers are always returned: a layer that is switched off is only invisible. */
export function mapLayers(drawn: Drawn): Layer[] {
  const { plan, style, shown, labels, jobMarks, markers, region, trail, devices, ghosts, chosen, atlas } = drawn;
  return [
    ...groundLayers(drawn),
    chosenLayer(chosen, style),
    connectionLayer(plan.connection.features, style, shown.has('connection')),
    nodeLayer(plan.node.features, style, shown.has('node')),
    waypointLayer(plan.waypoint.features, style, { visible: shown.has('waypoint'), atlas }),
    ...partLayers(drawn.partShapes, style, shown.has('parts')),
    jobMarkLayer(jobMarks, style, { visible: shown.has('lane'), atlas }),
    labelLayer(labels, style, shown.has('lane')),
    trailLayer(trail, style, true),
    markerLayer(markers, style, { visible: true, atlas }),
    ...regionLayers(region, style),
    ...ghostLayers(ghosts, drawn.ghostDots, style, atlas),
    ...deviceLayers(devices, style, drawn),
  ];
}
