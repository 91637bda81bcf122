import type { SiteMap } from '#contract/map';
import type { Greenhouse, Location } from '#contract/place';

/** A greenhouse with the names of its location and its map. */
export interface GreenhouseRow {
  readonly greenhouse: Greenhouse;
  /** The id while the name is unknown. */
  readonly location: string;
  readonly map: string | null;
}

/** Returns every greenhouse as a row with the names of its location and map. */
export function greenhouseRows(
  greenhouses: readonly Greenhouse[],
  locations: readonly Location[],
  maps: readonly SiteMap[],
): readonly GreenhouseRow[] {
  const placeOf = new Map(locations.map(({ id, name }) => [id, name]));
  const mapOf = new Map(maps.map(({ id, name }) => [id, name]));
  return greenhouses.map((greenhouse) => {
    const { location_id, map_id } = greenhouse;
    return {
      greenhouse,
      location: placeOf.get(location_id) ?? location_id,
      map: map_id ? (mapOf.get(map_id) ?? map_id) : null,
    };
  });
}
