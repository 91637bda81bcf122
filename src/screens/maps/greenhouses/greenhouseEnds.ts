import type { Greenhouse } from '#contract/place';
import { endings } from '#domain/text/endings';
import { nameOf } from '../placeOptions.ts';
import type { PlaceLists } from '../usePlaceLists.ts';

type Placed = Pick<Greenhouse, 'location_id' | 'map_id'>;

/** The saved greenhouse. */
interface Saved {
  readonly owner: string | undefined;
  readonly ownerOf: (placed: Placed) => string | undefined;
  /** Undefined for a new greenhouse. */
  readonly id: string | undefined;
}

/** Returns the text about the greenhouse that loses the map of a saved one; null if none does. A replaced map is only lost to the people of another owner. */
function takenMap(map: string, { owner, ownerOf, id }: Saved, { greenhouses, maps }: PlaceLists): string | null {
  const others = greenhouses.filter((one) => one.id !== id);
  const holder = others.find(({ map_id }) => map_id === map);
  const home = holder ?? others.find((one) => one.id === maps.find((known) => known.id === map)?.greenhouse_id);
  if (home === undefined) return null;
  const passes = ownerOf(home) !== owner;
  return holder === undefined && !passes ? null : endings.takeMap(nameOf(maps, map), { from: home.name, passes });
}

/**
 * Returns what an organisation loses when a greenhouse is saved: the greenhouse, its map, or the map of another greenhouse; null if nothing is lost. `before`
 * is missing for a new greenhouse. Source: ENDS1, ONEMAP7, ONEMAP8, ONEMAP10.
 */
export function greenhouseEnds(after: Placed, before: Greenhouse | undefined, places: PlaceLists): string | null {
  const { locations, organisations, maps } = places;
  const ownerOf = ({ location_id }: Placed) => locations.find(({ id }) => id === location_id)?.owned_by;
  const owner = ownerOf(after);
  const isPassed = before !== undefined && owner !== undefined && owner !== ownerOf(before);
  const isGiven = Boolean(after.map_id) && after.map_id !== before?.map_id;
  const isTakenAway = Boolean(before?.map_id) && !after.map_id;
  const texts = [
    isPassed ? endings.passGreenhouse(before.name, { to: nameOf(organisations, owner), hasMap: Boolean(after.map_id) }) : null,
    isGiven ? takenMap(after.map_id ?? '', { owner, ownerOf, id: before?.id }, places) : null,
    isTakenAway ? endings.takeMapAway(nameOf(maps, before?.map_id ?? ''), { from: before?.name ?? '', passes: isPassed }) : null,
  ].filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join(' ');
}
