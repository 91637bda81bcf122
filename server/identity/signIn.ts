import type { Kysely } from 'kysely';
import { burnStep, findAccount, looksEnrolled, type Account } from './accounts.ts';
import { isAllowedMail } from './allowedMail.ts';
import type { IdentityTables } from './tables.ts';
import { passwordMatches } from './password.ts';
import { HALF, WHOLE } from './provider/scopes.ts';
import { totpStep } from './secondFactor/totp.ts';
import { countAttempt, TOO_MANY_ATTEMPTS } from './secondFactor/attemptLimit.ts';

/** Form fields of the login page. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

/** Result of a sign-in. The error text is the same for every wrong part, so that it does not reveal which accounts exist. */
export type SignIn =
  | { readonly ok: true; readonly username: string; readonly amr: readonly string[] }
  | { readonly ok: false; readonly error: string };

const WRONG = 'Email, password or code is wrong.';

/** Returns whether the login page shows a code field. An unknown address gives the same result as an account with a second factor. */
export async function asksCode(database: Kysely<IdentityTables>, email: string): Promise<boolean> {
  return looksEnrolled(await findAccount(database, email));
}

async function codeCounts(database: Kysely<IdentityTables>, account: Account, code: string, now: number): Promise<boolean> {
  if (account.totp_secret === null) return true;
  const step = totpStep(account.totp_secret, code, now);
  return step !== null && (await burnStep(database, account.username, step));
}

/** Checks a password and, for an account with a second factor, a code. Each call counts as an attempt; a successful one is removed from the count. */
export async function signIn(
  { database, domains, now }: { readonly database: Kysely<IdentityTables>; readonly domains: string; readonly now: () => number },
  { email, password, code }: Credentials,
): Promise<SignIn> {
  const tried = await countAttempt(database, email.trim().toLowerCase(), now());
  if (tried === null) return { ok: false, error: TOO_MANY_ATTEMPTS };
  const account = email.includes('@') && isAllowedMail(email, domains) ? await findAccount(database, email) : undefined;
  const isPassword = await passwordMatches(password, account?.password_hash ?? undefined);
  if (account === undefined || !isPassword || !(await codeCounts(database, account, code, now()))) return { ok: false, error: WRONG };
  await tried.forgive();
  return { ok: true, username: account.username, amr: account.totp_secret === null ? HALF : WHOLE };
}
