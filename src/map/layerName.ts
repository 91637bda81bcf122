import { cssColour } from './rgb.ts';
import type { MapLook } from './mapLook.ts';

/** A layer that people switch on and off. */
export type LayerName = 'site' | 'lane' | 'walkway' | 'gutter' | 'obstacle' | 'node' | 'connection' | 'waypoint' | 'crop';

/** The word beside the switch of a layer. */
export const layerWords: Readonly<Record<LayerName, string>> = {
  site: 'Site',
  lane: 'Lane',
  walkway: 'Walkway',
  gutter: 'Gutter',
  obstacle: 'Obstacle',
  node: 'Node',
  connection: 'Connection',
  waypoint: 'Waypoint',
  crop: 'Crop state',
};

/** The colour of a layer in its legend. */
export function layerSwatch(look: MapLook, name: LayerName): string {
  if (name === 'crop') return cssColour(look.jobs.completed);
  return cssColour(name === 'connection' || name === 'waypoint' ? look.node : look[name]);
}
