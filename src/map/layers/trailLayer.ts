import { PathLayer } from '@deck.gl/layers';
import { faded } from '../rgb.ts';
import type { MapLook } from '../mapLook.ts';
import type { TrailPart } from '../trailParts.ts';

const OLDER_SHARE = 0.35;

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
