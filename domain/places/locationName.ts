/** The location name of a device, or "Not Deployed". */

import { MISSING } from '../text/numbers.ts';
import { nameLabels } from '../text/displayNames.ts';

/** The text for a device without an active deployment. Source: MSG-090, OPEN-109. */
export const NOT_DEPLOYED = 'Not Deployed';

/**
 * Returns the location name of each deployed device by serial, followed by the location's id if another location has the same name; `-` for an unknown
 * location. Source: OPEN-109, NAMED2.
 */
export function locationNames(
  deployments: readonly { readonly device_serial: string; readonly location_id: string }[],
  locations: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  const nameById = nameLabels(locations);
  return new Map(deployments.map(({ device_serial, location_id }) => [device_serial, nameById.get(location_id) ?? MISSING]));
}

/** Returns the location name of a device; `Not Deployed` if it has none. Source: OPEN-109. */
export function locationName(names: ReadonlyMap<string, string>, serial: string): string {
  return names.get(serial) ?? NOT_DEPLOYED;
}
