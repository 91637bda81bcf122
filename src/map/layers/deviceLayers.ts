/** Layers of devices: disc, arrow and halo with animated positions; trail; ghosts and their dots. */

import type { Layer } from '@deck.gl/core';
import { IconLayer, ScatterplotLayer, PathLayer } from '@deck.gl/layers';
import type { Ghost, MapDevice } from '../drawing/mapDevice.ts';
import type { MapStyle } from '../drawing/mapStyle.ts';
import { iconProps, type MarkName } from '../drawing/markAtlas.ts';
import type { Position } from '../drawing/position.ts';
import { faded } from '../drawing/rgb.ts';
import type { TrailPart } from '../drawing/trailParts.ts';

const GLIDE_MS = 1_000;
const placeOf = ({ x, y }: MapDevice): Position => [x, y];

const OLDER_SHARE = 0.35;
const GHOST_SHARE = 0.7;

interface Drawn {
  readonly atlas: HTMLCanvasElement;
  /** Whether positions are animated between reports. */
  readonly glides: boolean;
  /** Incremented at each jump in time, after which positions are not animated. */
  readonly epoch: number;
}

/**
 * Returns the layers of the devices: a disc in the colour of the activity, and an arrow with a halo over it. The data contain the last reported pose; only the
 * drawing is animated. The layer ids contain the serials, because deck.gl animates by index, and a device must not move from the position of another one.
 */
export function deviceLayers(devices: readonly MapDevice[], style: MapStyle, { atlas, glides, epoch }: Drawn): Layer[] {
  const who = `${epoch} ${devices.map(({ serial }) => serial).join(' ')}`;
  const shared = { data: devices, getPosition: placeOf, ...(glides ? { transitions: { getPosition: GLIDE_MS } } : {}) };
  const mark = (name: MarkName, getColor: MapStyle['device'], getSize: number) =>
    new IconLayer<MapDevice>({
      ...shared,
      id: `device ${name} ${who}`,
      ...iconProps(atlas),
      getIcon: () => name,
      getSize,
      sizeUnits: 'pixels',
      getAngle: ({ theta }) => (theta * 180) / Math.PI,
      getColor,
      updateTriggers: { getColor: style.mode },
    });
  const disc = new ScatterplotLayer<MapDevice>({
    ...shared,
    id: `device disc ${who}`,
    pickable: true,
    getRadius: 17,
    radiusUnits: 'pixels',
    getFillColor: ({ tone }) => faded(style.tones[tone], 0.22),
    updateTriggers: { getFillColor: style.mode },
  });
  return [disc, mark('halo', style.ground, 30), mark('arrow', style.device, 30)];
}

/** Returns the layers of ghosts: an outlined arrow at the earlier position of each device, and dots (`ghostDots`) on the line to its current position. */
export function ghostLayers(ghosts: readonly Ghost[], dots: readonly Position[], style: MapStyle, atlas: HTMLCanvasElement): Layer[] {
  const colour = faded(style.device, GHOST_SHARE);
  return [
    new ScatterplotLayer<Position>({
      id: 'ghost line',
      data: dots,
      getPosition: (dot) => dot,
      getRadius: 1.25,
      radiusUnits: 'pixels',
      getFillColor: colour,
      updateTriggers: { getFillColor: style.mode },
    }),
    new IconLayer<Ghost>({
      id: 'ghost',
      data: ghosts,
      ...iconProps(atlas),
      getIcon: () => 'ghost',
      getPosition: ({ x, y }) => [x, y],
      getSize: 28,
      sizeUnits: 'pixels',
      getAngle: ({ theta }) => (theta * 180) / Math.PI,
      getColor: colour,
      updateTriggers: { getColor: style.mode },
    }),
  ];
}

/** Returns the layer of a device's trail, the older part of which is faint. */
export const trailLayer = (parts: readonly TrailPart[], style: MapStyle, visible: boolean): PathLayer<TrailPart> =>
  new PathLayer<TrailPart>({
    id: 'trail',
    data: parts,
    visible,
    getPath: (part) => part.path,
    getColor: (part) => faded(style.trail, part.isOlder ? OLDER_SHARE : 1),
    getWidth: 2.5,
    widthUnits: 'pixels',
    jointRounded: true,
    capRounded: true,
    updateTriggers: { getColor: style.mode },
  });
