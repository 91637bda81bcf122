import { call } from './call.ts';
import { greenhouse } from './place.ts';
import { z } from './schema.ts';

/** Longest text of a field that is looked at; the rules of `domain` are stricter and say so in words. */
const text = z.string().max(2_000);
const result = z.object({ result: greenhouse });

/**
 * Creates a greenhouse and answers it. 400 for a text that is not sound, an unknown map or location, 409 when the location has a greenhouse of that
 * name. Source: CALL-052, OPEN-64.
 */
export const postCreateGreenhouse = call({
  method: 'POST',
  path: 'locations/create_greenhouse',
  summary: 'Creates a greenhouse.',
  body: z.object({ name: text, client_name: text.nullish(), location_id: text, map_id: text.nullish() }),
  answer: result,
});

/**
 * Changes the given fields of a greenhouse and answers it; an empty text changes nothing. `id` is the greenhouse. 400 and 409 as above, 403 for
 * `location_id` by others than a system_admin, 404 for an unknown or foreign greenhouse. Source: CALL-053, OPEN-65, GAP-106, ROLE-024.
 */
export const postUpdateGreenhouse = call({
  method: 'POST',
  path: 'locations/{id}/update_greenhouse',
  summary: 'Changes fields of a greenhouse.',
  body: z.object({ name: text, client_name: text.nullable(), location_id: text, map_id: text.nullable() }).partial(),
  answer: result,
});

/** The greenhouses of a location, by name. 404 unknown or foreign. Source: CALL-056, OPEN-62. */
export const getGreenhousesOfLocation = call({
  method: 'GET',
  path: 'locations/{id}/get_greenhouses',
  summary: 'The greenhouses of a location.',
  answer: z.object({ result: z.array(greenhouse) }),
});

/** The greenhouse of a map; null when it is of none, unknown or foreign. Source: CALL-057, OPEN-63. */
export const getGreenhouseByMap = call({
  method: 'GET',
  path: 'locations/get_greenhouse_by_map/{mapId}',
  summary: 'The greenhouse of a map.',
  answer: z.object({ result: greenhouse.nullish() }),
});
