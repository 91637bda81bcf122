/** The layers that users can switch (`SwitchableLayer`), with their labels and legend colours. */

import { cssColour } from './drawing/rgb.ts';
import type { MapStyle } from './drawing/mapStyle.ts';

/** A layer that users can switch on and off. */
export type SwitchableLayer = 'site' | 'lane' | 'walkway' | 'gutter' | 'obstacle' | 'node' | 'connection' | 'waypoint' | 'parts' | 'crop';

/** The layers of a plan that have a switch, unless a screen offers others. */
export const usualLayers: readonly SwitchableLayer[] = ['lane', 'walkway', 'gutter', 'obstacle'];

/** The label of each layer's switch. */
export const layerWords: Readonly<Record<SwitchableLayer, string>> = {
  site: 'Site',
  lane: 'Lane',
  walkway: 'Walkway',
  gutter: 'Gutter',
  obstacle: 'Obstacle',
  node: 'Node',
  connection: 'Connection',
  waypoint: 'Waypoint',
  parts: 'Other parts',
  crop: 'Crop state',
};

/** Returns the legend colour of a layer. */
export function layerSwatch(style: MapStyle, name: SwitchableLayer): string {
  if (name === 'crop') return cssColour(style.jobs.completed);
  if (name === 'parts') return cssColour(style.label);
  return cssColour(name === 'connection' || name === 'waypoint' ? style.node : style[name]);
}
