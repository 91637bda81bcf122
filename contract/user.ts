import { call } from './call.ts';
import { instant, z } from './schema.ts';

/**
 * A person with an account. `status` is the provider's word: `INVITED` until the invitation was accepted, then `ACTIVE`, at this server.
 * `organisation_id` is null for the provider's staff. Source: spec, User; OPEN-71, OPEN-125.
 */
export const managedUser = z.object({
  name: z.string(),
  family_name: z.string(),
  email: z.string(),
  locale: z.string(),
  user_type: z.string(),
  status: z.string(),
  enabled: z.boolean(),
  mfa_enabled: z.boolean(),
  created: instant,
  organisation_id: z.string().nullish(),
});
/** A person with an account. */
export type ManagedUser = z.infer<typeof managedUser>;

const users = z.object({ result: z.array(managedUser) });

/** The system admins; nobody for who is not of the provider's staff. Source: CALL-063. */
export const getSystemAdmins = call({ method: 'GET', path: 'users/system_admins', summary: 'System admins.', answer: users });

/** The license support engineers; nobody for who is not of the provider's staff. Source: CALL-064. */
export const getLicenseSupportEngineers = call({
  method: 'GET',
  path: 'users/license_support_engineers',
  summary: 'License support engineers.',
  answer: users,
});

/** The users of an organisation, by its id. 404 for one that is unknown or foreign. Source: CALL-065. */
export const getOrganisationUsers = call({
  method: 'GET',
  path: 'users/{organisation}',
  summary: 'The users of an organisation.',
  answer: users,
});

/** Longer texts are refused before the rules look at them. */
const text = z.string().max(1_000);

/**
 * Invites a person; `name` is the first name. 400 with the text of the form for what is wrong, 403 for a type the caller may not invite, 404 for an
 * organisation that is unknown or foreign, 409 when the address has an account, 503 when the mail could not be sent. Source: CALL-066, OPEN-72.
 */
export const postCreateUser = call({
  method: 'POST',
  path: 'users/create',
  summary: 'Invite a person.',
  body: z.object({
    organisation_id: text.nullish(),
    email: text,
    name: text,
    family_name: text,
    locale: text,
    user_type: text,
  }),
  answer: z.object({ result: z.boolean() }),
});

const ofInvitation = { body: z.object({ email: text }), answer: z.object({ result: z.boolean() }) } as const;

/** Sends an invitation again, with a new link; the old one ends. An addition of this server, announced as `invitations`. */
export const postResendInvitation = call({
  method: 'POST',
  path: 'users/resend_invitation',
  summary: 'Send an invitation again.',
  ...ofInvitation,
});

/** Takes an invitation back, and the account with it. An addition of this server, announced as `invitations`. */
export const postRevokeInvitation = call({
  method: 'POST',
  path: 'users/revoke_invitation',
  summary: 'Take an invitation back.',
  ...ofInvitation,
});
