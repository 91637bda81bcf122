import type { StyleSpecification } from 'maplibre-gl';
import { mapLook, type ColorMode } from '#ui/mapLook';
import type { Ground } from './ground.ts';

/** The style of the map's own ground: no tiles, no fonts, nothing that is asked for elsewhere. */
export function geoStyle({ countries, borders }: Ground, mode: ColorMode): StyleSpecification {
  const { sea, lane, ground, node } = mapLook[mode];
  return {
    version: 8,
    sources: { countries: { type: 'geojson', data: countries }, borders: { type: 'geojson', data: borders } },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      { id: 'countries', type: 'fill', source: 'countries', paint: { 'fill-color': ['case', ['get', 'isOwn'], lane, ground] } },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': node, 'line-width': 0.8, 'line-opacity': 0.7, 'line-dasharray': [4, 3] },
      },
    ],
  };
}
