/** The filter of the state overview in the URL (`show=error`, `show=treating`, serials), and the link to it. */

import { screenAddress } from '../addresses.ts';
/** The values of the parameter `show`. */
export type ShownKind = 'operational' | 'error' | 'treating';

/** The filter of the state overview; the filters are mutually exclusive. Source: FLEET-018. */
export type FleetFilter =
  | { readonly kind: 'none' }
  | { readonly kind: 'serials'; readonly serials: readonly string[] }
  | { readonly kind: ShownKind };

/** The query parameter with serials separated by semicolons. Source: FLEET-003. */
export const FILTER_SERIALS = 'filter_device_serial';
/** The query parameter that the buttons and the dashboard set: `operational`, `error` or `treating`. */
export const FILTER_SHOW = 'show';

/**
 * Parses the filter from two query parameters; `serials` takes precedence unless it is empty, and an unknown word in `show` means no filter. Source: FLEET-003,
 * FLEET-018.
 */
export function readFleetFilter(serials: string | null, show: string | null): FleetFilter {
  const listed = (serials ?? '').split(';').flatMap((serial) => (serial.trim() === '' ? [] : [serial.trim()]));
  if (listed.length > 0) return { kind: 'serials', serials: listed };
  return show === 'operational' || show === 'error' || show === 'treating' ? { kind: show } : { kind: 'none' };
}

/**
 * Returns the link to the state overview of the devices of a kind. It contains the kind instead of serials, because the serials of a large fleet would not fit
 * into a URL, and an empty list would show every device. Source: DASH-003, DASH-005, SHOW1.
 */
export const fleetStateLink = (show: ShownKind): string => screenAddress('/fleet/state', { [FILTER_SHOW]: show });

/** Longest link to listed devices, in characters: it fits into a push message beside its text. */
const MAX_LINK = 600;

/** Returns the link to the state overview of devices; null if they are too many for a URL. Source: FLEET-003, PUSH4. */
export function fleetDevicesLink(serials: readonly string[]): string | null {
  const link = screenAddress('/fleet/state', { [FILTER_SERIALS]: serials.join(';') });
  return serials.length > 0 && link.length <= MAX_LINK ? link : null;
}
