import type { SiteMap } from '#contract/map';
import type { Greenhouse } from '#contract/place';
import { usableVersion } from '#domain/mapVersion';

/** A map with the name of its greenhouse, and its versions as people name them. */
export interface MapRow {
  readonly map: SiteMap;
  /** Dotted, newest first. */
  readonly versions: string;
  readonly greenhouse: string | null;
}

/** The maps as rows: the greenhouse of a map is the one that names its id. Source: OPEN-116. */
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
