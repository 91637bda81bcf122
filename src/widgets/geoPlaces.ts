import type { Location } from '#contract/place';
import { isOnEarth, type GeoPlace } from '#map/geo/place';
import { emptyPlace, type PlaceFleet } from '#state/placeFleet';

/** Returns the locations that have valid coordinates as places of the map. */
export function geoPlaces(locations: readonly Location[], fleets: ReadonlyMap<string, PlaceFleet>): readonly GeoPlace[] {
  return locations.flatMap(({ id, name, latitude, longitude }) => {
    if (!isOnEarth(latitude, longitude)) return [];
    const { devices, onlineCount, errorCount, treatingCount } = fleets.get(id) ?? emptyPlace;
    return [
      { id, name, latitude: latitude ?? 0, longitude: longitude ?? 0, deviceCount: devices.length, onlineCount, errorCount, treatingCount },
    ];
  });
}
