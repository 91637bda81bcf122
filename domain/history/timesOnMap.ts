/** When a device was on a map, as far as its deployments, its treatments and its newest report tell: reports of the past name no map. */

import type { OwnedPeriod } from '../devices/ownershipPeriods.ts';

/** The known locations and maps of a device over time. */
export interface KnownPlaces {
  /** When it worked at the location of the map; one that lasts has no end. */
  readonly atLocation: readonly OwnedPeriod[];
  /** Its finished treatments, each with its map. */
  readonly treatments: readonly (OwnedPeriod & { readonly mapId: string })[];
  /** The map on which it is, by its newest report; null if it has named none. */
  readonly mapNow: string | null;
  /** When it worked for the reader's organisations; `all` for the staff. A treatment may reach into the time of others. */
  readonly owned: 'all' | readonly OwnedPeriod[];
}

const endOf = ({ until }: OwnedPeriod): number => until ?? Number.POSITIVE_INFINITY;
const periodOf = (from: number, until: number): OwnedPeriod => ({ from, until: until === Number.POSITIVE_INFINITY ? null : until });

/** Returns the parts of periods outside of others. */
function without(periods: readonly OwnedPeriod[], cuts: readonly OwnedPeriod[]): readonly OwnedPeriod[] {
  let left = periods;
  for (const cut of cuts)
    left = left.flatMap((period) => {
      if (cut.from >= endOf(period) || endOf(cut) <= period.from) return [period];
      const parts = [periodOf(period.from, cut.from), periodOf(endOf(cut), endOf(period))];
      return parts.filter((part) => part.from < endOf(part));
    });
  return left;
}

/** Returns the parts of periods within others. */
const within = (periods: readonly OwnedPeriod[], others: readonly OwnedPeriod[]): readonly OwnedPeriod[] =>
  periods.flatMap((period) =>
    others
      .map((other) => periodOf(Math.max(period.from, other.from), Math.min(endOf(period), endOf(other))))
      .filter((part) => part.from < endOf(part)),
  );

/**
 * Returns when a device was on a map: during its treatments there, and while it worked at the map's location, but for treatments elsewhere. One that still works
 * there and is on another map now counts as having been there for all of that deployment.
 */
export function timesOnMap(mapId: string, { atLocation, treatments, mapNow, owned }: KnownPlaces): readonly OwnedPeriod[] {
  const here = treatments.filter((treatment) => treatment.mapId === mapId);
  const elsewhere = treatments.filter((treatment) => treatment.mapId !== mapId);
  const isOther = mapNow !== null && mapNow !== '' && mapNow !== mapId;
  const assumed = atLocation.filter(({ until }) => until !== null || !isOther);
  const times = [...here.map(({ from, until }) => ({ from, until })), ...without(without(assumed, elsewhere), here)];
  return owned === 'all' ? times : within(times, owned);
}
