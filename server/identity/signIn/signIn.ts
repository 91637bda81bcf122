import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { burnStep, findAccount, looksEnrolled, type Account } from '../accounts.ts';
import type { FailedSignIns } from './failedSignIns.ts';
import type { MailAllowance } from '../allowedMail.ts';
import type { SignInEvents } from '../signInEvents.ts';
import type { IdentityTables } from '../tables.ts';
import { passwordMatches } from '../password.ts';
import { HALF, WHOLE } from '../scopes.ts';
import { openTotp } from '../secondFactor/sealedTotp.ts';
import { totpStep } from '../secondFactor/totp.ts';
import { countAttempt, loginSubject, TOO_MANY_ATTEMPTS } from '../secondFactor/attemptLimit.ts';

/** Form fields of the login page. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

/** Result of a sign-in. The error text is the same for every wrong part, so it does not reveal which accounts exist. */
export type SignIn =
  | {
      readonly ok: true;
      readonly username: string;
      readonly amr: readonly string[];
      /** Failed sign-ins from unknown browsers since the last successful one. */
      readonly failures: number;
    }
  | { readonly ok: false; readonly error: string };

const WRONG = 'Email, password or code is wrong.';
const BLOCKED = 'This account is blocked. Ask an administrator of your organisation.';

/** Returns whether the login page shows a code field. The result for an unknown address is the same as for an account with a second factor. */
export async function requiresCode(database: Kysely<IdentityTables>, email: string): Promise<boolean> {
  return looksEnrolled(await findAccount(database, email));
}

async function codeCounts({ database, credentialKey, now }: SignInParts, account: Account, code: string): Promise<boolean> {
  if (account.totp_secret === null) return true;
  const secret = openTotp(credentialKey, account.username, account.totp_secret);
  const step = secret === null ? null : totpStep(secret, code, now());
  return step !== null && (await burnStep(database, account.username, step));
}

/** Dependencies of a sign-in. */
export interface SignInParts {
  readonly database: Kysely<IdentityTables>;
  /** The key that decrypts TOTP secrets. */
  readonly credentialKey: KeyObject;
  readonly isAllowed: MailAllowance;
  readonly failures: FailedSignIns;
  readonly events: Pick<SignInEvents, 'note'>;
  readonly now: () => number;
}

/** Matches characters that occur in no address or password and that PostgreSQL cannot store. */
const UNREADABLE = /[\0\p{Cs}]/u;

/** Returns whether the inputs can be stored and compared. This is checked first, so that the response does not reveal whether the password is correct. */
const isReadable = ({ email, password }: Credentials) => !UNREADABLE.test(email) && !UNREADABLE.test(password);

/**
 * Checks e-mail address, password and code of the login page. Each call counts as an attempt; a successful one is removed from the count. A `browser` that is
 * known to the account has a separate count, so that others cannot lock it out.
 */
export async function signIn(parts: SignInParts, given: Credentials, browser: string | null): Promise<SignIn> {
  const { database, isAllowed, failures, events, now } = parts;
  const { email, password, code } = given;
  const findOwn = async () => (email.includes('@') && (await isAllowed(email)) ? findAccount(database, email) : undefined);
  if (!isReadable(given)) return { ok: false, error: WRONG };
  const tried = await countAttempt(database, loginSubject(email, browser), now());
  if (tried === null) {
    const locked = await findOwn();
    if (locked !== undefined) events.note({ kind: 'sign_in_locked', username: locked.username, groups: locked.groups });
    return { ok: false, error: TOO_MANY_ATTEMPTS };
  }
  const account = await findOwn();
  const isPassword = await passwordMatches(password, account?.password_hash ?? undefined);
  if (account === undefined || !isPassword || !(await codeCounts(parts, account, code))) {
    if (browser === null) await failures.note(email);
    if (account !== undefined) events.note({ kind: 'sign_in_failed', username: account.username, groups: account.groups });
    return { ok: false, error: WRONG };
  }
  // The account is checked after password and code, so that the result reveals nothing to a person who does not know them.
  if (account.disabled_at !== null) {
    events.note({ kind: 'sign_in_failed', username: account.username, groups: account.groups });
    return { ok: false, error: BLOCKED };
  }
  await tried.forgive();
  const count = await failures.takeCount(account.username);
  events.note({ kind: 'sign_in', username: account.username, groups: account.groups });
  return { ok: true, username: account.username, amr: account.totp_secret === null ? HALF : WHOLE, failures: count };
}
