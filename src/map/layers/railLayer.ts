import { PathLayer } from '@deck.gl/layers';
import { faded } from '../rgb.ts';
import type { MapLook } from '../mapLook.ts';
import type { Position } from '../position.ts';

/** Below this zoom the two rails of a lane would run into one line. */
export const RAILS_FROM_ZOOM = 4;

/** The pipe rails of the lanes, thin and faint. */
export const railLayer = (rails: readonly [Position, Position][], look: MapLook, visible: boolean): PathLayer<[Position, Position]> =>
  new PathLayer<[Position, Position]>({
    id: 'rail',
    data: rails,
    visible,
    getPath: (rail) => rail,
    getColor: faded(look.node, 0.3),
    getWidth: 1,
    widthUnits: 'pixels',
    updateTriggers: { getColor: look.mode },
  });
