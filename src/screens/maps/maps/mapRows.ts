import type { SiteMap } from '#contract/map';
import type { Greenhouse } from '#contract/place';
import { usableVersion } from '#domain/places/mapVersion';
import { named, namedAll } from '#domain/text/displayNames';

/** A map with the name of its greenhouse and its dotted versions. */
export interface MapRow {
  readonly map: SiteMap;
  /** Dotted, newest first, comma-separated. */
  readonly versions: string;
  readonly greenhouse: string | null;
}

/**
 * Returns the maps as rows. The greenhouse of a map is the one whose `map_id` is its id; for a former map, it is the one whose people still see it. Source:
 * OPEN-116, NAMED2, ONEMAP7.
 */
export function mapRows(maps: readonly SiteMap[], greenhouses: readonly Greenhouse[]): readonly MapRow[] {
  const all = namedAll(greenhouses);
  const nameByMap = new Map(all.map(({ map_id, name }) => [map_id, name]));
  const formerOf = ({ greenhouse_id }: SiteMap) => {
    const former = all.find(({ id }) => id === greenhouse_id);
    return former === undefined ? null : `${former.name} (before)`;
  };
  return maps.map((map) => ({
    map: named(map),
    versions: map.versions
      .map((version) => usableVersion(version).version)
      .toReversed()
      .join(', '),
    greenhouse: nameByMap.get(map.id) ?? formerOf(map),
  }));
}
