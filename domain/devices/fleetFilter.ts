/** The filter of the state overview; filters exclude each other. Source: FLEET-018. */
export type FleetFilter =
  | { readonly kind: 'none' }
  | { readonly kind: 'serials'; readonly serials: readonly string[] }
  | { readonly kind: 'operational' }
  | { readonly kind: 'error' };

/** The query parameter with serials separated by semicolons. Source: FLEET-003. */
export const FILTER_SERIALS = 'filter_device_serial';
/** The query parameter of the two buttons: `operational` or `error`. */
export const FILTER_SHOW = 'show';

/** Parses the filter from two query parameters; `serials` takes precedence, an empty list and unknown words filter nothing. Source: FLEET-003, FLEET-018. */
export function readFleetFilter(serials: string | null, show: string | null): FleetFilter {
  const listed = (serials ?? '').split(';').flatMap((serial) => (serial.trim() === '' ? [] : [serial.trim()]));
  if (listed.length > 0) return { kind: 'serials', serials: listed };
  return show === 'operational' || show === 'error' ? { kind: show } : { kind: 'none' };
}

/** Returns the link to the state overview filtered by serials; an empty list shows all devices. Source: DASH-003, DASH-005. */
export function fleetStateLink(serials: readonly string[]): string {
  return `/fleet/state?${FILTER_SERIALS}=${serials.map(encodeURIComponent).join(';')}`;
}
