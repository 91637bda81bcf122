/** Layers of lanes: areas, fills, rails, gutters, crop state, lane numbers and job icons. */

import { SolidPolygonLayer, PathLayer, IconLayer, TextLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { polygonOf } from '../drawing/featureShape.ts';
import { type LaneFill, fillColour } from '../drawing/laneFill.ts';
import type { LaneLabel } from '../drawing/laneLabels.ts';
import type { MapStyle } from '../drawing/mapStyle.ts';
import { iconProps, type MarkName } from '../drawing/markAtlas.ts';
import type { Position } from '../drawing/position.ts';
import { faded } from '../drawing/rgb.ts';

const BEHIND_DATA = 0.38;

const BESIDE_PX = 14;

/** Returns the layer of the lane areas. */
export const laneLayer = (features: readonly Feature[], style: MapStyle, visible: boolean): SolidPolygonLayer<Feature> =>
  new SolidPolygonLayer<Feature>({
    id: 'lane',
    data: features,
    visible,
    pickable: true,
    getPolygon: polygonOf,
    getFillColor: style.lane,
    updateTriggers: { getFillColor: style.mode },
  });

/** Returns the layer with the lane fills of a data layer, drawn over the lanes or over another fill. */
export const laneFillLayer = (
  id: 'lane fill' | 'lane band',
  fills: readonly LaneFill[],
  style: MapStyle,
  visible: boolean,
): SolidPolygonLayer<LaneFill> =>
  new SolidPolygonLayer<LaneFill>({
    id,
    data: fills,
    visible,
    getPolygon: (fill) => fill.polygon,
    getFillColor: (fill) => fillColour(style, fill.tone),
    updateTriggers: { getFillColor: style.mode },
  });

/** Zoom below which rails are hidden, because the two rails of a lane would overlap. */
export const RAILS_FROM_ZOOM = 4;

/** Returns the layer of the pipe rails, thin and faint. */
export const railLayer = (rails: readonly [Position, Position][], style: MapStyle, visible: boolean): PathLayer<[Position, Position]> =>
  new PathLayer<[Position, Position]>({
    id: 'rail',
    data: rails,
    visible,
    getPath: (rail) => rail,
    getColor: faded(style.node, 0.3),
    getWidth: 1,
    widthUnits: 'pixels',
    updateTriggers: { getColor: style.mode },
  });

/** Returns the layer of the gutters, faded (`isBehindData`) while a data layer colours the lanes. */
export const gutterLayer = (
  features: readonly Feature[],
  style: MapStyle,
  { visible, isBehindData }: { readonly visible: boolean; readonly isBehindData: boolean },
): SolidPolygonLayer<Feature> =>
  new SolidPolygonLayer<Feature>({
    id: 'gutter',
    data: features,
    visible,
    pickable: true,
    opacity: isBehindData ? BEHIND_DATA : 1,
    getPolygon: polygonOf,
    getFillColor: style.gutter,
    updateTriggers: { getFillColor: style.mode },
  });

const density = ({ properties: { state } }: Feature) => (typeof state === 'number' ? Math.min(1, Math.max(0, state)) : 1);

/**
 * Returns the layer of the crop state over the gutters: the closer `state` is to 1, the more intense the green. A state in words is drawn with full intensity.
 */
export const cropLayer = (features: readonly Feature[], style: MapStyle, visible: boolean): SolidPolygonLayer<Feature> =>
  new SolidPolygonLayer<Feature>({
    id: 'crop',
    data: features,
    visible,
    pickable: true,
    getPolygon: polygonOf,
    getFillColor: (feature) => faded(style.jobs.completed, 0.15 + 0.8 * density(feature)),
    updateTriggers: { getFillColor: style.mode },
  });

const markOf = ({ tone }: LaneFill): MarkName => (tone === 'failed' ? 'cross' : 'turn');

/** Returns the layer of the icons at the lane heads: a cross if the job failed, a turning arrow if it was recovered. */
export const jobMarkLayer = (
  fills: readonly LaneFill[],
  style: MapStyle,
  { visible, atlas }: { readonly visible: boolean; readonly atlas: HTMLCanvasElement },
): IconLayer<LaneFill> =>
  new IconLayer<LaneFill>({
    ...iconProps(atlas),
    id: 'job mark',
    data: fills,
    visible,
    getIcon: markOf,
    getPosition: (fill) => fill.head,
    getSize: 20,
    sizeUnits: 'pixels',
    getColor: style.ground,
    updateTriggers: { getColor: style.mode },
  });

/** Returns the layer of the lane numbers, beyond the head of each lane. Screen y points down, so the outward y is negated. */
export const labelLayer = (labels: readonly LaneLabel[], style: MapStyle, visible: boolean): TextLayer<LaneLabel> =>
  new TextLayer<LaneLabel>({
    id: 'label',
    data: labels,
    visible,
    getText: (label) => label.text,
    getPosition: (label) => label.place,
    getPixelOffset: (label) => [label.outward[0] * BESIDE_PX, -label.outward[1] * BESIDE_PX],
    getSize: 12,
    sizeUnits: 'pixels',
    getColor: style.label,
    // Keeps the numbers legible over waypoints and walkways.
    background: true,
    getBackgroundColor: faded(style.ground, 0.8),
    backgroundPadding: [3, 1],
    fontFamily: "'Atkinson Hyperlegible Next Variable', system-ui, sans-serif",
    characterSet: 'auto',
    updateTriggers: { getColor: style.mode, getBackgroundColor: style.mode },
  });
