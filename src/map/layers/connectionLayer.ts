import { PathLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { pathOf } from '../featureShape.ts';
import { faded } from '../rgb.ts';
import type { MapLook } from '../mapLook.ts';

/** The ways between nodes, one pixel wide. */
export const connectionLayer = (features: readonly Feature[], look: MapLook, visible: boolean): PathLayer<Feature> =>
  new PathLayer<Feature>({
    id: 'connection',
    data: features,
    visible,
    getPath: pathOf,
    getColor: faded(look.node, 0.6),
    getWidth: 1,
    widthUnits: 'pixels',
    updateTriggers: { getColor: look.mode },
  });
