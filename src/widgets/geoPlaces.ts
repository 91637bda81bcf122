import type { Location } from '#contract/place';
import { isOnEarth, type GeoPlace } from '#map/geo/place';
import { emptyLocation, type LocationFleet } from '#state/locationFleet';

/** Returns the locations with valid coordinates as places of the world map, with counts of devices. */
export function geoPlaces(locations: readonly Location[], fleets: ReadonlyMap<string, LocationFleet>): readonly GeoPlace[] {
  return locations.flatMap(({ id, name, latitude, longitude }) => {
    if (!isOnEarth(latitude, longitude)) return [];
    const { devices, onlineCount, unknownCount, errorCount, treatingCount } = fleets.get(id) ?? emptyLocation;
    return [
      {
        id,
        name,
        latitude: latitude ?? 0,
        longitude: longitude ?? 0,
        deviceCount: devices.length,
        onlineCount,
        unknownCount,
        errorCount,
        treatingCount,
      },
    ];
  });
}
