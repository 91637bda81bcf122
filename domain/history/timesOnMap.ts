/** The times at which a device was on a map, derived from its deployments, its treatments and its newest report, because past reports do not name a map. */

import type { OwnedPeriod } from '../devices/ownershipPeriods.ts';

/** The known locations and maps of a device over time. */
export interface KnownPlaces {
  /** The periods in which the device worked at the location of the map; the current one has no end. */
  readonly atLocation: readonly OwnedPeriod[];
  /** The finished treatments of the device, each with its map. */
  readonly treatments: readonly (OwnedPeriod & { readonly mapId: string })[];
  /** The map in the newest report of the device; null if it has reported none. */
  readonly mapNow: string | null;
  /**
   * The periods in which the device worked for the reader's organisations; `all` for staff. A treatment may extend into the period of another organisation.
   */
  readonly owned: 'all' | readonly OwnedPeriod[];
}

const endOf = ({ until }: OwnedPeriod): number => until ?? Number.POSITIVE_INFINITY;
const periodOf = (from: number, until: number): OwnedPeriod => ({ from, until: until === Number.POSITIVE_INFINITY ? null : until });

/** Returns the parts of periods that lie outside others. */
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

/** Returns the parts of periods that lie within others. */
const within = (periods: readonly OwnedPeriod[], others: readonly OwnedPeriod[]): readonly OwnedPeriod[] =>
  periods.flatMap((period) =>
    others
      .map((other) => periodOf(Math.max(period.from, other.from), Math.min(endOf(period), endOf(other))))
      .filter((part) => part.from < endOf(part)),
  );

/**
 * Returns the times at which a device was on a map: during its treatments there, and while it worked at the map's location, except during treatments
 * elsewhere. A device that still works there, but whose newest report names another map, counts as on that other map during the whole current
 * deployment.
 */
export function timesOnMap(mapId: string, { atLocation, treatments, mapNow, owned }: KnownPlaces): readonly OwnedPeriod[] {
  const here = treatments.filter((treatment) => treatment.mapId === mapId);
  const elsewhere = treatments.filter((treatment) => treatment.mapId !== mapId);
  const isOther = mapNow !== null && mapNow !== '' && mapNow !== mapId;
  const assumed = atLocation.filter(({ until }) => until !== null || !isOther);
  const times = [...here.map(({ from, until }) => ({ from, until })), ...without(without(assumed, elsewhere), here)];
  return owned === 'all' ? times : within(times, owned);
}
