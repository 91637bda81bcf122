/** The validity of all maps on a device together, and its label. */

/** The validity of all maps on a device together. */
export type MapsValid = 'unknown' | 'valid' | 'invalid';

/** The label of each validity. Source: FLEET-045. */
export const mapsValidLabels: Readonly<Record<MapsValid, string>> = { unknown: 'Unknown', valid: 'Valid', invalid: 'Invalid' };

/** Returns `valid` when every map is valid, `invalid` when one is not, `unknown` without maps or before the first report. Source: OPEN-113. */
export function mapsValid(available_maps: Readonly<Record<string, { readonly valid: boolean }>> | undefined): MapsValid {
  const maps = Object.values(available_maps ?? {});
  if (maps.length === 0) return 'unknown';
  return maps.every(({ valid }) => valid) ? 'valid' : 'invalid';
}
