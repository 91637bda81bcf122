/** The time zone of a site: that of a location, or the one that all sites of a fleet share. */

import { isTimezone } from '../text/timezone.ts';

interface Place {
  readonly id: string;
  /** An IANA name. */
  readonly timezone: string;
}

const zoneOf = (place: Place | undefined): string | null => (place === undefined || !isTimezone(place.timezone) ? null : place.timezone);

/** Returns the zone of a location; null for an unknown location and for a zone that this machine does not know. Source: ZONE1. */
export const siteZone = (places: readonly Place[], locationId: string | undefined): string | null =>
  zoneOf(places.find(({ id }) => id === locationId));

/** Returns the zone that the locations of all these ids share; null if they have several zones, or if a zone is unknown. Source: ZONE1. */
export function commonZone(places: readonly Place[], locationIds: readonly string[]): string | null {
  const zones = new Set([...new Set(locationIds)].map((id) => siteZone(places, id)));
  const [zone] = zones;
  return zones.size === 1 && zone !== undefined ? zone : null;
}
