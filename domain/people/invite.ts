/** The form of an invitation: its fields, problems, warning, user types by role, and request body. */

import { fieldText, fieldTextProblem } from '../text/fieldText.ts';
import { typedAddress } from './typedAddress.ts';
import { type Role, roles, seesEverything } from './rights.ts';

/** The form fields of an invitation, as typed. `name` is the first name; '' in `organisation_id` means no organisation. */
export interface Invite {
  readonly email: string;
  readonly name: string;
  readonly family_name: string;
  readonly user_type: string;
  readonly locale: string;
  readonly organisation_id: string;
}

/** The validation message per field; undefined for a valid field. */
export type InviteProblems = { readonly [Field in keyof Invite]?: string | undefined };

/** Maximum length of an e-mail address and of its local part, in characters. Source: RFC 5321, 4.5.3.1. */
const MAX_EMAIL = 254;
const MAX_LOCAL = 64;

// The pattern of HTML `input type=email`, with dots only where RFC 5321 allows them and a domain of at least two labels.
const EMAIL =
  /^([a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*)@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Checks whether a text is a lower-case e-mail address. Source: USER-008. */
export function isEmail(email: string): boolean {
  const local = EMAIL.exec(email)?.[1];
  return local !== undefined && local.length <= MAX_LOCAL && email.length <= MAX_EMAIL;
}

/** Normalises a typed e-mail address. Source: USER-007, TYPED1. */
export const inviteEmail = typedAddress;

/** Parses a user type; null when unknown. */
export const userTypeOf = (word: string): Role | null => roles.find((role) => role === word) ?? null;

/** Checks whether a user type is one of the provider's staff, which belongs to no organisation. */
const isStaffType = (word: string): boolean => seesEverything(userTypeOf(word));

/** Checks whether a role may invite users of a type: nobody may grant more rights than their own role has. Source: ROLE-019..021, INVITE9. */
export function mayInviteType(caller: Role | null, word: string): boolean {
  if (caller === 'system_admin') return true;
  return caller !== null && !isStaffType(word) && (caller !== 'organisation_user' || word === 'organisation_user');
}

function typeProblem(caller: Role | null, word: string): string | undefined {
  if (word === '') return 'User type cannot be empty.';
  if (userTypeOf(word) === null) return 'There is no such user type.';
  if (mayInviteType(caller, word)) return undefined;
  return isStaffType(word)
    ? 'Only system admins can invite system admins and license support engineers'
    : 'Only organisation admins can invite organisation admins';
}

/** Validates an invitation sent by a user with the role `caller`. Used by console and server. Source: USER-008..014, MSG-079..085. */
export function inviteProblems(invite: Invite, caller: Role | null): InviteProblems {
  const needsOrganisation = userTypeOf(invite.user_type) !== null && !isStaffType(invite.user_type);
  return {
    email: isEmail(inviteEmail(invite.email)) ? undefined : 'Email address is not valid.',
    name: fieldTextProblem(invite.name, { label: 'First name', isRequired: true }),
    family_name: fieldTextProblem(invite.family_name, { label: 'Family name', isRequired: true }),
    user_type: typeProblem(caller, invite.user_type),
    locale: invite.locale === '' ? 'Locale cannot be empty.' : undefined,
    organisation_id:
      needsOrganisation && invite.organisation_id === ''
        ? 'An organisation needs to be selected when adding an organisation user or admin'
        : undefined,
  };
}

/** Returns a warning when the selected organisation will be ignored; it does not prevent sending. Source: USER-015, USER-016, MSG-086, GAP-57. */
export const inviteWarning = ({ user_type, organisation_id }: Invite): string | undefined =>
  isStaffType(user_type) && organisation_id !== '' ? 'Organisation will be ignored when inviting a license support engineer' : undefined;

/** Returns an invitation as it is sent: texts are trimmed, and an organisation is included only if it applies. Source: OPEN-72. */
export function inviteToSend({ email, name, family_name, user_type, locale, organisation_id }: Invite) {
  const person = { email: inviteEmail(email), name: fieldText(name), family_name: fieldText(family_name), locale, user_type };
  return isStaffType(user_type) ? person : { ...person, organisation_id };
}
