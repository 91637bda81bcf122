import type { Layer } from '@deck.gl/core';
import { IconLayer, ScatterplotLayer, PathLayer } from '@deck.gl/layers';
import type { MapDevice } from '../mapDevice.ts';
import type { MapLook } from '../mapLook.ts';
import { marksFrom, type MarkName } from '../markAtlas.ts';
import type { Position } from '../position.ts';
import { faded } from '../rgb.ts';
import type { TrailPart } from '../trailParts.ts';

const GLIDE_MS = 1_000;
const placeOf = ({ x, y }: MapDevice): Position => [x, y];

const OLDER_SHARE = 0.35;

interface Drawn {
  readonly atlas: HTMLCanvasElement;
  /** Whether a device glides to its next report. */
  readonly glides: boolean;
  /** Counts jumps in time: after a jump nothing glides. */
  readonly epoch: number;
}

/**
 * Each device as a disc in the colour of what it does, and an arrow with a halo over it. The data hold the last known pose; only the picture glides.
 * The ids carry who is shown, because deck.gl glides by place in the list and one device must not fly to another's.
 */
export function deviceLayers(devices: readonly MapDevice[], look: MapLook, { atlas, glides, epoch }: Drawn): Layer[] {
  const who = `${epoch} ${devices.map(({ serial }) => serial).join(' ')}`;
  const shared = { data: devices, getPosition: placeOf, ...(glides ? { transitions: { getPosition: GLIDE_MS } } : {}) };
  const mark = (name: MarkName, getColor: MapLook['device'], getSize: number) =>
    new IconLayer<MapDevice>({
      ...shared,
      id: `device ${name} ${who}`,
      ...marksFrom(atlas),
      getIcon: () => name,
      getSize,
      sizeUnits: 'pixels',
      getAngle: ({ theta }) => (theta * 180) / Math.PI,
      getColor,
      updateTriggers: { getColor: look.mode },
    });
  const disc = new ScatterplotLayer<MapDevice>({
    ...shared,
    id: `device disc ${who}`,
    pickable: true,
    getRadius: 17,
    radiusUnits: 'pixels',
    getFillColor: ({ tone }) => faded(look.tones[tone], 0.22),
    updateTriggers: { getFillColor: look.mode },
  });
  return [disc, mark('halo', look.ground, 30), mark('arrow', look.device, 30)];
}

/** Where the device came from: the older part faint. */
export const trailLayer = (parts: readonly TrailPart[], look: MapLook, visible: boolean): PathLayer<TrailPart> =>
  new PathLayer<TrailPart>({
    id: 'trail',
    data: parts,
    visible,
    getPath: (part) => part.path,
    getColor: (part) => faded(look.trail, part.isOlder ? OLDER_SHARE : 1),
    getWidth: 2.5,
    widthUnits: 'pixels',
    jointRounded: true,
    capRounded: true,
    updateTriggers: { getColor: look.mode },
  });
