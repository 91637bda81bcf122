import type { Greenhouse } from '#contract/place';
import { endings } from '#domain/text/endings';
import { nameOf } from '../placeOptions.ts';
import type { PlaceLists } from '../usePlaceLists.ts';

type Placed = Pick<Greenhouse, 'location_id' | 'map_id'>;

/**
 * Returns what an organisation loses when a greenhouse is saved: the greenhouse, or the map of another greenhouse; null if nothing is lost. `before` is missing
 * for a new greenhouse. Source: ENDS1.
 */
export function greenhouseEnds(after: Placed, before: Greenhouse | undefined, places: PlaceLists): string | null {
  const { locations, greenhouses, organisations, maps } = places;
  const ownerOf = ({ location_id }: Placed) => locations.find(({ id }) => id === location_id)?.owned_by;
  const owner = ownerOf(after);
  const isPassed = before !== undefined && owner !== undefined && owner !== ownerOf(before);
  const isGiven = Boolean(after.map_id) && after.map_id !== before?.map_id;
  const home = isGiven ? greenhouses.find((one) => one.id !== before?.id && one.map_id === after.map_id) : undefined;
  const texts = [
    isPassed ? endings.passGreenhouse(before.name, { to: nameOf(organisations, owner) }) : null,
    home === undefined ? null : endings.takeMap(nameOf(maps, after.map_id ?? ''), { from: home.name, passes: ownerOf(home) !== owner }),
  ].filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join(' ');
}
