/** The calls that create, change and remove greenhouses, and that return the greenhouses of a location and the greenhouse of a map. */

import { call } from './call.ts';
import { greenhouse } from './place.ts';
import { z } from './schema.ts';

/** A text of bounded length; `domain` validates more strictly and returns messages. */
const text = z.string().check(z.maxLength(2_000));
const result = z.object({ result: greenhouse });

/**
 * Creates a greenhouse and returns it. Fails: 400 for an invalid text, an unknown map or location, 409 when the location has a greenhouse of that
 * name. Source: CALL-052, OPEN-64.
 */
export const postCreateGreenhouse = call({
  method: 'POST',
  path: 'locations/create_greenhouse',
  summary: 'Creates a greenhouse.',
  body: z.object({ name: text, client_name: z.nullish(text), location_id: text, map_id: z.nullish(text) }),
  answer: result,
});

/**
 * Changes the given fields of the greenhouse `id` and returns it; empty texts are ignored. Extensions of this server, announced as `greenhouse_removals`: null
 * removes the client name or the map. If `expected_map_id` is given, the map is removed only while it has this id. Fails: 400 and 409 as for create, 409 for
 * another map, 403 for `location_id` by roles other than system_admin, 404 unknown or not visible. Source: CALL-053, OPEN-65, GAP-106, ROLE-024.
 */
export const postUpdateGreenhouse = call({
  method: 'POST',
  path: 'locations/{id}/update_greenhouse',
  summary: 'Changes fields of a greenhouse.',
  body: z.partial(
    z.object({ name: text, client_name: z.nullable(text), location_id: text, map_id: z.nullable(text), expected_map_id: text }),
  ),
  answer: result,
});

/** Returns the greenhouses of a location, sorted by name. Fails: 404 unknown or not visible. Source: CALL-056, OPEN-62. */
export const getGreenhousesOfLocation = call({
  method: 'GET',
  path: 'locations/{id}/get_greenhouses',
  summary: 'The greenhouses of a location.',
  answer: z.object({ result: z.array(greenhouse) }),
});

/** Returns the greenhouse of a map; null when the map has none, is unknown or not visible. Source: CALL-057, OPEN-63. */
export const getGreenhouseByMap = call({
  method: 'GET',
  path: 'locations/get_greenhouse_by_map/{mapId}',
  summary: 'The greenhouse of a map.',
  answer: z.object({ result: z.nullish(greenhouse) }),
});

/**
 * Removes a greenhouse. Fails: 404 unknown or not visible, 409 when treatments, incidents or devices are on its maps; the message names them. An extension
 * of this server, announced as `removals`.
 */
export const postDeleteGreenhouse = call({
  method: 'POST',
  path: 'locations/{id}/delete_greenhouse',
  summary: 'Removes a greenhouse.',
  body: z.object({}),
  answer: z.object({ result: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const greenhouseCalls = {
  postCreateGreenhouse,
  postUpdateGreenhouse,
  postDeleteGreenhouse,
  getGreenhousesOfLocation,
  getGreenhouseByMap,
} as const;
