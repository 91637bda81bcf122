import { call } from './call.ts';
import { organisation } from './place.ts';
import { z } from './schema.ts';

/** Longest text of a field that is looked at; the rules of `domain` are stricter and say so in words. */
const text = z.string().max(2_000);
const result = z.object({ result: organisation });

/** Creates an organisation, which nobody but staff sees until it has an authentication group. 400, 403 for others than staff, 409 for a name that is taken. Source: CALL-060, OPEN-68. */
export const postCreateOrganisation = call({
  method: 'POST',
  path: 'locations/create_organisation',
  summary: 'Creates an organisation.',
  body: z.object({ name: text, client_name: text.nullish() }),
  answer: result,
});

/**
 * Changes the given fields of an organisation and answers it. 400 for a text that is not sound, 403 for `authentication_group` by others than a
 * system_admin, 404 unknown or foreign, 409 for a name or group that is taken. Source: CALL-061, OPEN-69, GAP-106.
 */
export const postUpdateOrganisation = call({
  method: 'POST',
  path: 'locations/{id}/update_organisation',
  summary: 'Changes fields of an organisation.',
  body: z.object({ name: text, client_name: text.nullable(), authentication_group: text.nullable() }).partial(),
  answer: result,
});
