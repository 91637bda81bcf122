import { ScatterplotLayer } from '@deck.gl/layers';
import type { MapLook } from '../mapLook.ts';
import { faded } from '../rgb.ts';

/** A thing that happened at a place in metres; `label` is what its popup says. */
export interface MapMarker {
  readonly id: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
}

/** Where things happened: red discs of ten pixels, see-through, so that many at one place read as many. */
export const markerLayer = (markers: readonly MapMarker[], look: MapLook, visible: boolean): ScatterplotLayer<MapMarker> =>
  new ScatterplotLayer<MapMarker>({
    id: 'marker',
    data: markers,
    visible,
    pickable: true,
    getPosition: ({ x, y }) => [x, y],
    getRadius: 5,
    radiusUnits: 'pixels',
    getFillColor: faded(look.tones.error, 0.8),
    updateTriggers: { getFillColor: look.mode },
  });
