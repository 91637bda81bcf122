import type { SiteMap } from '#contract/map';
import type { Greenhouse } from '#contract/place';
import { usableVersion } from '#domain/places/mapVersion';

/** A map with the name of its greenhouse and its dotted versions. */
export interface MapRow {
  readonly map: SiteMap;
  /** Dotted, newest first, comma-separated. */
  readonly versions: string;
  readonly greenhouse: string | null;
}

/** Returns the maps as rows. The greenhouse of a map is the one whose `map_id` is its id. Source: OPEN-116. */
export function mapRows(maps: readonly SiteMap[], greenhouses: readonly Greenhouse[]): readonly MapRow[] {
  const nameByMap = new Map(greenhouses.map(({ map_id, name }) => [map_id, name]));
  return maps.map((map) => ({
    map,
    versions: map.versions
      .map((version) => usableVersion(version).version)
      .toReversed()
      .join(', '),
    greenhouse: nameByMap.get(map.id) ?? null,
  }));
}
