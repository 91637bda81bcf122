import { IconLayer } from '@deck.gl/layers';
import type { Feature } from '#contract/map';
import { placeOf } from '../featureShape.ts';
import { marksFrom } from '../markAtlas.ts';
import type { MapLook } from '../mapLook.ts';

/** The waypoints: hollow diamonds, twelve pixels across. */
export const waypointLayer = (
  features: readonly Feature[],
  look: MapLook,
  { visible, atlas }: { readonly visible: boolean; readonly atlas: HTMLCanvasElement },
): IconLayer<Feature> =>
  new IconLayer<Feature>({
    id: 'waypoint',
    data: features,
    visible,
    ...marksFrom(atlas),
    getIcon: () => 'diamond',
    getPosition: placeOf,
    getSize: 18,
    sizeUnits: 'pixels',
    getColor: look.node,
    updateTriggers: { getColor: look.mode },
  });
