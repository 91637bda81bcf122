import { call } from './call.ts';
import { location } from './place.ts';
import { z } from './schema.ts';

/** Longest text of a field that is looked at; the rules of `domain` are stricter and say so in words. */
const text = z.string().max(2_000);
const result = z.object({ result: location });

/**
 * Creates a location and answers it; there is no client name. 400 for a text that is not sound, an unknown timezone or owner, 409 when the owner has
 * a location of that name. Source: CALL-049, OPEN-57, GAP-60.
 */
export const postCreateLocation = call({
  method: 'POST',
  path: 'locations/create_location',
  summary: 'Creates a location.',
  body: z.object({ name: text, address: text.nullish(), owned_by: text, timezone: text }),
  answer: result,
});

/**
 * Changes the given fields of a location and answers it; the others stay. 400 and 409 as above, 403 for `owned_by` by others than a system_admin,
 * 404 for an unknown or foreign location. Source: CALL-050, OPEN-58, ROLE-023.
 */
export const postUpdateLocation = call({
  method: 'POST',
  path: 'locations/{id}/update_location',
  summary: 'Changes fields of a location.',
  body: z.object({ name: text, client_name: text.nullable(), address: text.nullable(), owned_by: text, timezone: text }).partial(),
  answer: result,
});

/** How devices reach the network of a location; both are null when nothing is stored. Source: OPEN-59. */
export const networkInformation = z.object({ wifi_ssid: z.string().nullish(), wifi_password: z.string().nullish() });
/** How devices reach the network of a location. */
export type NetworkInformation = z.infer<typeof networkInformation>;

/** The network information of a location, each request is recorded. 404 unknown or foreign. Source: CALL-054, OPEN-59. */
export const getNetworkInformation = call({
  method: 'GET',
  path: 'locations/{id}/get_network_information',
  summary: 'The network information of a location.',
  answer: networkInformation,
  secret: true,
});

/** Stores the network information of a location. 400 for a text that is not sound, 404 unknown or foreign. Source: CALL-055, OPEN-60. */
export const postUpdateNetworkInformation = call({
  method: 'POST',
  path: 'locations/{id}/update_network_information',
  summary: 'Changes the network information of a location.',
  body: z.object({ wifi_ssid: text, wifi_password: text }),
  answer: z.object({ result: z.boolean() }),
});

/** The IANA timezones that a location may have. Source: CALL-062, OPEN-70. */
export const getTimezones = call({
  method: 'GET',
  path: 'locations/get_timezones',
  summary: 'Timezones that a location may have.',
  answer: z.object({ result: z.array(z.string()) }),
});
