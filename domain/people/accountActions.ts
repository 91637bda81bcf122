/** The actions of an administrator on an account: the offered ones, their consequences, the changed fields, and the check of a new address. */

import { endings } from '../text/endings.ts';
import { typedAddress } from './typedAddress.ts';
import { inviteProblems, type Invite, type InviteProblems, inviteToSend, isEmail, userTypeOf } from './invite.ts';
import { mayChangeAccount, type Role, roleOf, seesEverything } from './rights.ts';

/** The actions of an administrator on an account, in the order in which they are offered. */
export const accountActions = [
  'change',
  'changeAddress',
  'keepAddress',
  'resetPassword',
  'removeMfa',
  'disable',
  'enable',
  'delete',
] as const;
/** An action on an account. */
export type AccountAction = (typeof accountActions)[number];

/** The signed-in person: address, and groups as in the token's claim. */
export interface Caller {
  readonly email: string;
  readonly groups: readonly string[];
}

/** An account in a list; fields that a server does not report are missing. */
export interface ListedAccount {
  readonly email: string;
  readonly user_type: string;
  readonly status: string;
  readonly enabled?: boolean | null | undefined;
  readonly mfa_enabled?: boolean | null | undefined;
  readonly new_email?: string | null | undefined;
}

const INVITED = 'INVITED';

/** Checks whether an account is the caller's own. */
export const isOwnAccount = (caller: Pick<Caller, 'email'>, { email }: Pick<ListedAccount, 'email'>): boolean =>
  typedAddress(caller.email) === typedAddress(email);

/** Checks whether an account is blocked; false when the server does not report it. */
export const isBlocked = ({ enabled }: Pick<ListedAccount, 'enabled'>): boolean => enabled === false;

/**
 * Checks whether the caller administers an account in a list: a list contains only accounts visible to the caller, so the account's organisation is one of the
 * caller's.
 */
function administers({ groups }: Caller, { user_type }: ListedAccount): boolean {
  const seen = groups.filter((group) => !group.startsWith('user_type:')).slice(0, 1);
  return roleOf(groups) === 'system_admin' || mayChangeAccount(groups, [`user_type:${user_type}`, ...seen]);
}

/**
 * Returns the actions that the caller may take on an account: the caller's own account and an invitation can only be changed, since an invitation is revoked
 * instead of deleted. `changesAddresses` states whether the server changes the addresses of accounts. Source: PEOPLE7, NEWMAIL6.
 */
export function offeredActions(caller: Caller, account: ListedAccount, changesAddresses: boolean): readonly AccountAction[] {
  // Calls identify accounts by their address; an account at an external provider may have no address.
  if (account.email === '') return [];
  if (isOwnAccount(caller, account)) return ['change'];
  if (!administers(caller, account)) return [];
  if (account.status === INVITED) return ['change'];
  const blocked = isBlocked(account);
  const offered: Readonly<Record<AccountAction, boolean>> = {
    change: true,
    changeAddress: changesAddresses && !blocked,
    keepAddress: changesAddresses && account.new_email != null,
    resetPassword: !blocked,
    // If the server does not report the second factor, there may be one.
    removeMfa: account.mfa_enabled !== false,
    disable: !blocked,
    enable: blocked,
    delete: true,
  };
  return accountActions.filter((action) => offered[action]);
}

/** Returns the consequence of an action, for its confirmation; null for an action without consequences. `who` is the name of the person. Source: PEOPLE8. */
export function endsText(action: AccountAction, who: string): string | null {
  if (action === 'removeMfa') return endings.removeMfa(who);
  if (action === 'disable') return endings.disable(who);
  if (action === 'delete') return endings.deleteAccount(who);
  return null;
}

/** The form fields of an account, without the address, which identifies the account and is not changed. */
export type AccountFields = Omit<Invite, 'email'>;

/**
 * Validates a changed account in the same way as the server: the caller needs no right to assign the user type that the account already has. Source: PEOPLE1.
 */
export function accountProblems(fields: AccountFields, before: Pick<AccountFields, 'user_type'>, caller: Role | null): InviteProblems {
  const { email: _, user_type, ...problems } = inviteProblems({ email: '', ...fields }, caller);
  return { ...problems, user_type: fields.user_type === before.user_type && userTypeOf(fields.user_type) !== null ? undefined : user_type };
}

/** Validates a new address of an account, in the same way as the server. Source: NEWMAIL1. */
export function newAddressProblem(typed: string, present: string): string | undefined {
  const address = typedAddress(typed);
  if (!isEmail(address)) return 'Email address is not valid.';
  return address === typedAddress(present) ? 'The account has this address now.' : undefined;
}

/**
 * Returns a changed account as it is sent: texts are trimmed, an organisation is included only if it applies, and the organisation in the list (`from`; '' for
 * none) only if it differs. Source: PEOPLE11.
 */
export function accountToSend(email: string, fields: AccountFields, from: string) {
  const body = { ...inviteToSend({ ...fields, email }), email };
  const isMove = 'organisation_id' in body && from !== '' && from !== body.organisation_id;
  return isMove ? { ...body, from_organisation_id: from } : body;
}

/** Checks whether accounts of a type do not belong to an organisation. */
export const needsNoOrganisation = (userType: string): boolean => seesEverything(userTypeOf(userType));
