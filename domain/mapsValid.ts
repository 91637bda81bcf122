/** What is known of the maps on a device. */
export type MapsValid = 'unknown' | 'valid' | 'invalid';

/** The words for it. Source: FLEET-045. */
export const mapsValidLabels: Readonly<Record<MapsValid, string>> = { unknown: 'Unknown', valid: 'Valid', invalid: 'Invalid' };

/** Valid when every map on the device is, invalid when one is not, unknown without maps or before they were reported. Source: OPEN-113. */
export function mapsValid(available_maps: Readonly<Record<string, { readonly valid: boolean }>> | undefined): MapsValid {
  const maps = Object.values(available_maps ?? {});
  if (maps.length === 0) return 'unknown';
  return maps.every(({ valid }) => valid) ? 'valid' : 'invalid';
}
