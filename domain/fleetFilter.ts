/** What the state overview is limited to; one at a time. Source: FLEET-018. */
export type FleetFilter =
  | { readonly kind: 'none' }
  | { readonly kind: 'serials'; readonly serials: readonly string[] }
  | { readonly kind: 'operational' }
  | { readonly kind: 'error' };

/** The query parameter with serials separated by semicolons. Source: FLEET-003. */
export const FILTER_SERIALS = 'filter_device_serial';
/** The query parameter of the two buttons: `operational` or `error`. */
export const FILTER_SHOW = 'show';

/** The filter an address asks for. A list of serials wins; an empty list and unknown words filter nothing. Source: FLEET-003, FLEET-018. */
export function readFleetFilter(serials: string | null, show: string | null): FleetFilter {
  const listed = (serials ?? '').split(';').flatMap((serial) => (serial.trim() === '' ? [] : [serial.trim()]));
  if (listed.length > 0) return { kind: 'serials', serials: listed };
  return show === 'operational' || show === 'error' ? { kind: show } : { kind: 'none' };
}

/** The address of the state overview limited to some devices; of all devices when there are none. Source: DASH-003, DASH-005. */
export function fleetStateLink(serials: readonly string[]): string {
  return `/fleet/state?${FILTER_SERIALS}=${serials.map(encodeURIComponent).join(';')}`;
}
