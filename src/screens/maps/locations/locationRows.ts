import type { Greenhouse, Location, Organisation } from '#contract/place';
import { foundIn } from '#domain/text/foundIn';
import { withoutArchived } from '#domain/places/withoutArchived';
import { emptyLocation, type LocationFleet } from '#state/locationFleet';

/** A location with its owner, greenhouses and devices. */
export interface LocationRow {
  readonly location: Location;
  /** The name of the owner, or its id while the name is unknown. */
  readonly owner: string;
  readonly greenhouses: readonly Greenhouse[];
  /** False at a past moment at which the greenhouses were not known. */
  readonly hasGreenhouses: boolean;
  readonly fleet: LocationFleet;
}

interface Known {
  readonly locations: readonly Location[];
  readonly greenhouses: readonly Greenhouse[];
  readonly hasGreenhouses: boolean;
  readonly organisations: readonly Organisation[];
  readonly fleets: ReadonlyMap<string, LocationFleet>;
}

const noGreenhouses: readonly Greenhouse[] = [];

/** Returns every location as a row. */
export function locationRows({ locations, greenhouses, hasGreenhouses, organisations, fleets }: Known): readonly LocationRow[] {
  const ownerOf = new Map(organisations.map(({ id, name }) => [id, name]));
  const housesOf = new Map<string, Greenhouse[]>();
  for (const house of greenhouses) housesOf.set(house.location_id, [...(housesOf.get(house.location_id) ?? []), house]);
  return locations.map((location) => ({
    location,
    owner: ownerOf.get(location.owned_by) ?? location.owned_by,
    greenhouses:
      location.archived === true
        ? (housesOf.get(location.id) ?? noGreenhouses)
        : withoutArchived(housesOf.get(location.id) ?? noGreenhouses),
    hasGreenhouses,
    fleet: fleets.get(location.id) ?? emptyLocation,
  }));
}

/** Returns the rows that match the filter: a part of the name, client name or address, and an owner; '' matches all rows. */
export function foundLocations(rows: readonly LocationRow[], text: string, owner: string): readonly LocationRow[] {
  const wanted = text.trim();
  return rows.filter(({ location: { name, client_name, address, owned_by } }) => {
    const isFound = wanted === '' || [name, client_name, address].some((one) => one != null && foundIn(one, wanted));
    return isFound && (owner === '' || owned_by === owner);
  });
}
