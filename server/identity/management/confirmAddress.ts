import type { Kysely } from 'kysely';
import { lockOwner } from '../accounts.ts';
import { endSignIns } from '../endSignIns.ts';
import { endLinks } from '../invitations/invitationLinks.ts';
import { passwordMatches } from '../password.ts';
import { attemptSubject, countAttempt, forgetAttemptsAt, TOO_MANY_ATTEMPTS } from '../secondFactor/attemptLimit.ts';
import type { FailedSignIns } from '../signIn/failedSignIns.ts';
import type { SignInEvents } from '../signInEvents.ts';
import type { IdentityTables } from '../tables.ts';
import { endAddressLinks, type OpenAddressLink } from './addressLinks.ts';
import { type ChoosePasswordParts, codeCounts } from './choosePassword.ts';

/** Dependencies of the functions that confirm a new address. */
export interface ConfirmAddressParts extends ChoosePasswordParts {
  readonly failures: Pick<FailedSignIns, 'note'>;
  readonly events: Pick<SignInEvents, 'note'>;
}

/** Form fields of the page of a new address. */
export interface AddressConfirmation {
  readonly password: string;
  /** Code of the second factor; '' if the account has none. */
  readonly code: string;
}

const WRONG_PASSWORD = 'The password is wrong.';
const WRONG = 'The password or the code is wrong, or the code is used. Type the password and the next code that the app shows.';
const TAKEN = 'Another account has this address now. Ask an administrator of your organisation.';

/** Returns whether a write failed because another account has the address. */
const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/**
 * Changes the address and ends the links and sign-ins of the account, in one transaction, so a link can be used only once. Failed sign-ins are counted by
 * address, so the counts of both addresses are removed. Returns the ended grants; null when the link or the account had already ended.
 */
const change = (database: Kysely<IdentityTables>, { hash, account, newEmail }: OpenAddressLink): Promise<readonly string[] | null> =>
  database.transaction().execute(async (tx) => {
    const { username, email } = account;
    if (!(await lockOwner(tx, account))) return null;
    const used = await tx
      .updateTable('identity_address_link')
      .set({ ended: 'used' })
      .where('token_hash', '=', hash)
      .where('ended', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows !== 1n) return null;
    await tx
      .updateTable('identity_account')
      .set({ email: newEmail, failed_sign_ins: 0, failures_mailed_at: null })
      .where('username', '=', username)
      .execute();
    // The earlier links are in the former mailbox, so they end.
    await endLinks(tx, username);
    await endAddressLinks(tx, username);
    for (const address of [email, newEmail]) await forgetAttemptsAt(tx, address);
    return endSignIns(tx, username);
  });

/**
 * Changes the address of an account through a mailed link. Access to the new mailbox is not enough: the current password and, with a second factor, its code
 * are required. Each wrong one is a failed sign-in of the account, and counts as an attempt of its address links. Returns the problem, null on success. Source:
 * NEWMAIL3.
 */
export async function confirmAddress(parts: ConfirmAddressParts, link: OpenAddressLink, form: AddressConfirmation): Promise<string | null> {
  const { database, now, revoked, notify, failures, events } = parts;
  const { account, newEmail } = link;
  const { username, groups } = account;
  const tried = await countAttempt(database, attemptSubject('address-link', username), now());
  if (tried === null) {
    events.note({ kind: 'sign_in_locked', username, groups });
    return TOO_MANY_ATTEMPTS;
  }
  const isOwner =
    (await passwordMatches(form.password, account.password_hash ?? undefined)) && (await codeCounts(parts, account, form.code));
  if (!isOwner) {
    await failures.note(account.email);
    events.note({ kind: 'sign_in_failed', username, groups });
    return account.totp_secret === null ? WRONG_PASSWORD : WRONG;
  }
  await tried.forgive();
  try {
    const ended = await change(database, link);
    if (ended === null) return 'This link has ended.';
    for (const grant of ended) revoked(grant);
  } catch (error) {
    if (isTaken(error)) return TAKEN;
    throw error;
  }
  notify(account, 'address_changed', newEmail);
  events.note({ kind: 'address_changed', username, groups, addresses: [account.email, newEmail] });
  return null;
}
