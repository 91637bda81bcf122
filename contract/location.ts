/** The calls that create, change and remove locations and their WiFi credentials (`networkInformation`), and the call that returns the time zones. */

import { call } from './call.ts';
import { location } from './place.ts';
import { z } from './schema.ts';

/** A text of bounded length; `domain` validates more strictly and returns messages. */
const text = z.string().check(z.maxLength(2_000));
const result = z.object({ result: location });
/** Latitude and longitude in degrees (WGS 84), both or neither; not in the specification, announced as `coordinates`. */
const coordinates = { latitude: z.nullish(z.number()), longitude: z.nullish(z.number()) } as const;

/**
 * Creates a location and returns it; the client name cannot be set. Fails: 400 for an invalid text, or an unknown timezone or owner; 409 when the owner already
 * has a location of this name. Source: CALL-049, OPEN-57, GAP-60.
 */
export const postCreateLocation = call({
  method: 'POST',
  path: 'locations/create_location',
  summary: 'Creates a location.',
  body: z.object({ name: text, address: z.nullish(text), owned_by: text, timezone: text, ...coordinates }),
  answer: result,
});

/**
 * Changes the given fields of a location and returns it. Fails: 400 and 409 as for create, 403 for `owned_by` by roles other than system_admin, 404
 * unknown or not visible. Source: CALL-050, OPEN-58, ROLE-023.
 */
export const postUpdateLocation = call({
  method: 'POST',
  path: 'locations/{id}/update_location',
  summary: 'Changes fields of a location.',
  body: z.partial(
    z.object({ name: text, client_name: z.nullable(text), address: z.nullable(text), owned_by: text, timezone: text, ...coordinates }),
  ),
  answer: result,
});

/** The WiFi credentials of a location; both are null when none are stored. Source: OPEN-59. */
export const networkFieldsAnswer = z.object({ wifi_ssid: z.nullish(z.string()), wifi_password: z.nullish(z.string()) });
/** The WiFi credentials of a location. */
export type NetworkFieldsAnswer = z.infer<typeof networkFieldsAnswer>;

/**
 * The WiFi credentials of a location. `former` holds the previous ones until every device of the location has fetched the new ones, since devices may still use
 * the previous ones; it is an extension of this server. Source: OPEN-59.
 */
export const networkInformation = z.extend(networkFieldsAnswer, { former: z.nullish(networkFieldsAnswer) });
/** The WiFi credentials of a location, and the previous ones. */
export type NetworkInformation = z.infer<typeof networkInformation>;

/** Returns the WiFi credentials of a location; each request is audited. Fails: 404 unknown or not visible. Source: CALL-054, OPEN-59. */
export const getNetworkInformation = call({
  method: 'GET',
  path: 'locations/{id}/get_network_information',
  summary: 'The network information of a location.',
  answer: networkInformation,
  secret: true,
});

/** Saves the WiFi credentials of a location. Fails: 400 for an invalid text, 404 unknown or not visible. Source: CALL-055, OPEN-60. */
export const postUpdateNetworkInformation = call({
  method: 'POST',
  path: 'locations/{id}/update_network_information',
  summary: 'Changes the network information of a location.',
  body: z.object({ wifi_ssid: text, wifi_password: text }),
  answer: z.object({ result: z.boolean() }),
});

/**
 * Removes the stored WiFi credentials of a location, and the previous ones; has no effect when none are stored. The devices of the location then get null for
 * both fields. Fails: 404 unknown or not visible. An extension of this server, announced as `secret_removals`.
 */
export const postDeleteNetworkInformation = call({
  method: 'POST',
  path: 'locations/{id}/delete_network_information',
  summary: 'Removes the network information of a location.',
  body: z.object({}),
  answer: z.object({ result: z.boolean() }),
});

/** Returns the IANA time zones that can be selected for a location. Source: CALL-062, OPEN-70. */
export const getTimezones = call({
  method: 'GET',
  path: 'locations/get_timezones',
  summary: 'Timezones that a location may have.',
  answer: z.object({ result: z.array(z.string()) }),
});

/**
 * Removes a location. Fails: 404 unknown or not visible, 409 when it has greenhouses or ever had deployments; the message names them. An extension of this
 * server, announced as `removals`.
 */
export const postDeleteLocation = call({
  method: 'POST',
  path: 'locations/{id}/delete_location',
  summary: 'Removes a location.',
  body: z.object({}),
  answer: z.object({ result: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const locationCalls = {
  postCreateLocation,
  postUpdateLocation,
  postDeleteLocation,
  getNetworkInformation,
  postUpdateNetworkInformation,
  postDeleteNetworkInformation,
  getTimezones,
} as const;
