/**
 * User accounts (`managedUser`): the lists by user type and organisation, and the calls to invite, resend, revoke, change, block and delete, to renew a
 * password, and to change an address.
 */

import { call } from './call.ts';
import { optionalInstant, z } from './schema.ts';

/**
 * A user account. `status` is defined by the identity provider; the embedded one sends `INVITED` until the invitation is accepted, then `ACTIVE`. If an
 * external provider does not report them, `enabled`, `mfa_enabled` and `created` are null, and texts may be empty. `organisation_id` is null for staff.
 * `new_email` is the address that the account gets when its owner opens the mailed link; null if no change is pending (`account_address`). Source: spec, User;
 * OPEN-71, OPEN-125.
 */
export const managedUser = z.object({
  name: z.string(),
  family_name: z.string(),
  email: z.string(),
  locale: z.string(),
  user_type: z.string(),
  status: z.string(),
  enabled: z.nullish(z.boolean()),
  mfa_enabled: z.nullish(z.boolean()),
  created: optionalInstant,
  organisation_id: z.nullish(z.string()),
  new_email: z.nullish(z.string()),
});
/** A user account. */
export type ManagedUser = z.infer<typeof managedUser>;

const users = z.object({ result: z.array(managedUser) });

/** Returns the system admins; empty for callers who are not staff. Source: CALL-063. */
export const getSystemAdmins = call({ method: 'GET', path: 'users/system_admins', summary: 'System admins.', answer: users });

/** Returns the license support engineers; empty for callers who are not staff. Source: CALL-064. */
export const getLicenseSupportEngineers = call({
  method: 'GET',
  path: 'users/license_support_engineers',
  summary: 'License support engineers.',
  answer: users,
});

/** Returns the users of the organisation with this id. Fails: 404 unknown or not visible. Source: CALL-065. */
export const getOrganisationUsers = call({
  method: 'GET',
  path: 'users/{organisation}',
  summary: 'The users of an organisation.',
  answer: users,
});

/** A text of bounded length; `domain` validates more strictly and returns messages. */
const text = z.string().check(z.maxLength(1_000));

/**
 * Invites a user; `name` is the first name. Fails: 400 with the form's validation message, 403 for a type the caller may not invite, 404 for an
 * organisation that is unknown or not visible, 409 when the address has an account or the mail server refuses it, 429 after too many mails, 503 when the mail
 * could not be sent. Source: CALL-066, OPEN-72.
 */
export const postCreateUser = call({
  method: 'POST',
  path: 'users/create',
  summary: 'Invite a person.',
  body: z.object({
    organisation_id: z.nullish(text),
    email: text,
    name: text,
    family_name: text,
    locale: text,
    user_type: text,
  }),
  answer: z.object({ result: z.boolean() }),
});

const ofInvitation = { body: z.object({ email: text }), answer: z.object({ result: z.boolean() }) } as const;

/**
 * Resends an invitation with a new link; the old link expires. Fails: 404 unknown or not visible, 409 for an account that is no longer invited or an address that
 * the mail server refuses, 429 after too many mails, 503 when the mail could not be sent. An extension of this server, announced as `invitations`.
 */
export const postResendInvitation = call({
  method: 'POST',
  path: 'users/resend_invitation',
  summary: 'Send an invitation again.',
  ...ofInvitation,
});

/** Revokes an invitation and deletes its account. An extension of this server, announced as `invitations`. */
export const postRevokeInvitation = call({
  method: 'POST',
  path: 'users/revoke_invitation',
  summary: 'Take an invitation back.',
  ...ofInvitation,
});

const managed = { body: z.object({ email: text }), answer: z.object({ result: z.boolean() }) } as const;

/**
 * Changes name, language, user type and organisation of an account, identified by its e-mail address; all users may change their own name and language. If
 * `organisation_id` differs from `from_organisation_id`, the organisation of the list, the account moves there, even if it already belongs to that
 * organisation; without `from_organisation_id`, it moves only to a new one. Fails: 400 with the form's validation message, 403 for callers who are not
 * administrators, for a type that the caller may not assign and for their own type, 404 for an account or organisation that is unknown or not visible, 409 when
 * no system_admin would be left. An extension of this server, announced as `accounts`.
 */
export const postUpdateUser = call({
  method: 'POST',
  path: 'users/update',
  summary: 'Change an account.',
  body: z.object({
    email: text,
    name: text,
    family_name: text,
    locale: text,
    user_type: text,
    organisation_id: z.nullish(text),
    from_organisation_id: z.nullish(text),
  }),
  answer: z.object({ result: z.boolean() }),
});

/**
 * Blocks an account: its sign-ins end, and it cannot sign in until it is unblocked. Fails: 403 for callers who are not administrators and for their own
 * account, 404 unknown or not visible, 409 for an invited account and when no system_admin would be left. An extension of this server, announced as `accounts`.
 */
export const postDisableUser = call({ method: 'POST', path: 'users/disable', summary: 'Block an account.', ...managed });

/** Unblocks an account. Fails: as `users/disable`. An extension of this server, announced as `accounts`. */
export const postEnableUser = call({ method: 'POST', path: 'users/enable', summary: 'Unblock an account.', ...managed });

/**
 * Deletes an account permanently; the actions of its owner are kept in the audit record. Fails: as `users/disable`, except that invited accounts can be
 * deleted. Announced as `accounts`.
 */
export const postDeleteUser = call({ method: 'POST', path: 'users/delete', summary: 'Delete an account.', ...managed });

/**
 * Mails a link by which the owner sets a new password; the old one is valid until then. Fails: 403 for callers who are not administrators, 404 unknown or not
 * visible, 409 for an invited or blocked account or an address that the mail server refuses, 429 after too many requests, 503 when the mail could not be sent.
 * Announced as `accounts`.
 */
export const postResetPassword = call({
  method: 'POST',
  path: 'users/reset_password',
  summary: 'Mail a link for a new password.',
  ...managed,
});

/**
 * Mails a link to a new e-mail address of an account, identified by its present address; the address changes when the owner opens the link and enters password
 * and code. A newer request replaces the link; null as `new_email` withdraws it. Fails: 400 for an address that is not valid or not allowed for an organisation
 * of the person, 403 for callers who are not administrators and for their own account, 404 unknown or not visible, 409 for an invited or blocked account, for
 * an address that has an account or that the mail server refuses, and for a withdrawal without a pending change, 429 after too many requests, 503 when the mail
 * could not be sent. Announced as `account_address`.
 */
export const postChangeAddress = call({
  method: 'POST',
  path: 'users/change_address',
  summary: 'Mail a link for another e-mail address.',
  body: z.object({ email: text, new_email: z.nullable(text) }),
  answer: z.object({ result: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const userCalls = {
  getSystemAdmins,
  getLicenseSupportEngineers,
  getOrganisationUsers,
  postCreateUser,
  postResendInvitation,
  postRevokeInvitation,
  postUpdateUser,
  postDisableUser,
  postEnableUser,
  postDeleteUser,
  postResetPassword,
  postChangeAddress,
} as const;
