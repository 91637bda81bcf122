/** The devices near an incident: those that were on its map, according to their places at that time and their current sites. */

import type { RoomRecord } from './roomRecord.ts';

/** A device in the current list of devices. */
interface ListedDevice {
  readonly serial: string;
  readonly site_id?: string | null | undefined;
  readonly active_deployment?: { readonly location_id: string } | null | undefined;
}

interface Subject {
  readonly serial: string;
  /** The map of the incident. */
  readonly mapId: string;
}

/**
 * Returns the serials of the neighbours. Past reports do not name a map, but past places are known: a device at another location was not a neighbour, and a
 * device that is still at its location counts as on the map that it reports now. If a past place is unknown, the current map decides.
 */
export function neighboursOf(
  { reports, places }: Pick<RoomRecord, 'reports' | 'places'>,
  { serial, mapId }: Subject,
  listed: readonly ListedDevice[],
): readonly string[] {
  const here = places.get(serial);
  const known = new Map(listed.map((device) => [device.serial, device]));
  const isNear = (other: string): boolean => {
    const { site_id: site, active_deployment: deployment } = known.get(other) ?? {};
    const there = places.get(other);
    if (here === undefined || there === undefined) return site === mapId;
    if (there !== here) return false;
    return site == null || site === '' || deployment?.location_id !== there || site === mapId;
  };
  return [...reports.keys()].filter((other) => other !== serial && isNear(other)).toSorted();
}
