import worldText from 'world-atlas/countries-50m.json?raw';
import { useMemo } from 'react';
import { useColorMode } from '#ui/ColorMode';
import { useSame } from '#ui/useSame';
import { geoStyle, groundOf, type World } from './basemap.ts';
import type { GeoPlace } from './place.ts';

/**
 * Returns the style of a world map: `styleUrl` if it is set, otherwise the built-in style. The style changes when a place is added or removed, not when a
 * device reports.
 */
export function useGeoStyle(places: readonly Pick<GeoPlace, 'latitude' | 'longitude'>[], styleUrl: string | undefined) {
  const { mode } = useColorMode();
  // The background depends only on the coordinates.
  const same = useSame(places, places.map(({ latitude, longitude }) => `${latitude} ${longitude}`).join());
  const world = useMemo((): World => JSON.parse(worldText), []);
  const ground = useMemo(() => groundOf(world, same), [world, same]);
  return useMemo(() => styleUrl ?? geoStyle(ground, mode), [ground, mode, styleUrl]);
}
