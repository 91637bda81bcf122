/** The calls that create, change and remove organisations, including `authentication_group` and mail domains. */

import { call } from './call.ts';
import { organisation } from './place.ts';
import { z } from './schema.ts';

/** A text of bounded length; `domain` validates more strictly and returns messages. */
const text = z.string().check(z.maxLength(2_000));
/** Mail domains in lower case, without `@`; an extension, announced as `mail_domains`, for the system_admin role only. */
const mailDomains = z.array(z.string().check(z.maxLength(253))).check(z.maxLength(50));
const result = z.object({ result: organisation });

/**
 * Creates an organisation, visible only to staff until it has an authentication group. A system_admin may set the group at once (`authentication_group`, not in
 * the specification, announced as `organisation_groups`); if this server keeps the accounts, it derives a group from the name. Fails: 400 invalid, 403 for
 * users who are not staff, and for a group by roles other than system_admin, 409 for a name or group already in use. Source: CALL-060, OPEN-68.
 */
export const postCreateOrganisation = call({
  method: 'POST',
  path: 'locations/create_organisation',
  summary: 'Creates an organisation.',
  body: z.object({
    name: text,
    client_name: z.nullish(text),
    authentication_group: z.optional(text),
    mail_domains: z.optional(mailDomains),
  }),
  answer: result,
});

/**
 * Changes the given fields of an organisation and returns it. Fails: 400 for an invalid text, 403 for `authentication_group` by roles other than
 * system_admin, 404 unknown or not visible, 409 for a name or group already in use. Source: CALL-061, OPEN-69, GAP-106.
 */
export const postUpdateOrganisation = call({
  method: 'POST',
  path: 'locations/{id}/update_organisation',
  summary: 'Changes fields of an organisation.',
  body: z.partial(
    z.object({ name: text, client_name: z.nullable(text), authentication_group: z.nullable(text), mail_domains: mailDomains }),
  ),
  answer: result,
});

/**
 * Removes an organisation. Fails: 404 unknown or not visible, 403 for users who are not staff, 409 when it has locations, people or a history of devices; the
 * message names them. An extension of this server, announced as `removals`.
 */
export const postDeleteOrganisation = call({
  method: 'POST',
  path: 'locations/{id}/delete_organisation',
  summary: 'Removes an organisation.',
  body: z.object({}),
  answer: z.object({ result: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const organisationCalls = { postCreateOrganisation, postUpdateOrganisation, postDeleteOrganisation } as const;
