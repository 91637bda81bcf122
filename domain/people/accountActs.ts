import { endings } from '../text/endings.ts';
import { typedAddress } from './typedAddress.ts';
import { inviteProblems, type Invite, type InviteProblems, inviteToSend, userTypeOf } from './invite.ts';
import { mayChangeAccount, type Role, roleOf, seesEverything } from './rights.ts';

/** What an administrator does with an account, in the order in which it is offered. */
export const accountActs = ['change', 'resetPassword', 'removeMfa', 'disable', 'enable', 'delete'] as const;
/** One of them. */
export type AccountAct = (typeof accountActs)[number];

/** The signed-in person: address, and groups as in the token's claim. */
export interface Caller {
  readonly email: string;
  readonly groups: readonly string[];
}

/** An account as a list shows it; what a server does not tell is missing. */
export interface ListedAccount {
  readonly email: string;
  readonly user_type: string;
  readonly status: string;
  readonly enabled?: boolean | null | undefined;
  readonly mfa_enabled?: boolean | null | undefined;
}

const INVITED = 'INVITED';

/** Checks whether an account is the caller's own. */
export const isOwnAccount = (caller: Pick<Caller, 'email'>, { email }: Pick<ListedAccount, 'email'>): boolean =>
  typedAddress(caller.email) === typedAddress(email);

/** Checks whether an account is blocked: one of which the server does not tell is not. */
export const isBlocked = ({ enabled }: Pick<ListedAccount, 'enabled'>): boolean => enabled === false;

/**
 * Checks whether the caller administers an account in a list: a list holds accounts in the caller's sight alone, so that its organisation is one of the
 * caller's.
 */
function administers({ groups }: Caller, { user_type }: ListedAccount): boolean {
  const seen = groups.filter((group) => !group.startsWith('user_type:')).slice(0, 1);
  return roleOf(groups) === 'system_admin' || mayChangeAccount(groups, [`user_type:${user_type}`, ...seen]);
}

/**
 * Returns what the caller may do with an account: of the own one the name and language are changed; an invitation is revoked
 * instead. Source: PEOPLE7.
 */
export function offeredActs(caller: Caller, account: ListedAccount): readonly AccountAct[] {
  // Calls name accounts by their address; that of an outside provider may have none.
  if (account.email === '') return [];
  if (isOwnAccount(caller, account)) return ['change'];
  if (!administers(caller, account)) return [];
  if (account.status === INVITED) return ['change'];
  const blocked = isBlocked(account);
  const offered: Readonly<Record<AccountAct, boolean>> = {
    change: true,
    resetPassword: !blocked,
    // Where the server does not tell, there may be one.
    removeMfa: account.mfa_enabled !== false,
    disable: !blocked,
    enable: blocked,
    delete: true,
  };
  return accountActs.filter((act) => offered[act]);
}

/** Returns what an act ends, as a person reads it before it is done; null for an act that ends nothing. `who` is the name of the person. Source: PEOPLE8. */
export function endsText(act: AccountAct, who: string): string | null {
  if (act === 'removeMfa') return endings.removeMfa(who);
  if (act === 'disable') return endings.disable(who);
  if (act === 'delete') return endings.deleteAccount(who);
  return null;
}

/** The form fields of an account; the address names it and is not changed. */
export type AccountFields = Omit<Invite, 'email'>;

/** Validates a changed account as the server does: a user type that it has already needs no right to give it. Source: PEOPLE1. */
export function accountProblems(fields: AccountFields, before: Pick<AccountFields, 'user_type'>, caller: Role | null): InviteProblems {
  const { email: _, user_type, ...problems } = inviteProblems({ email: '', ...fields }, caller);
  return { ...problems, user_type: fields.user_type === before.user_type && userTypeOf(fields.user_type) !== null ? undefined : user_type };
}

/** Returns a changed account as it is sent: texts without blanks around them, an organisation only where it counts. */
export const accountToSend = (email: string, fields: AccountFields) => ({ ...inviteToSend({ ...fields, email }), email });

/** Checks for the types whose accounts belong to no organisation. */
export const needsNoOrganisation = (userType: string): boolean => seesEverything(userTypeOf(userType));
