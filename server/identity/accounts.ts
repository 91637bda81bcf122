import type { Kysely, Selectable } from 'kysely';
import type { AccountTable, IdentityTables } from './tables.ts';

/** A row of the account table. */
export type Account = Selectable<AccountTable>;

/** The account of a user name or, with `@` in it, of an e-mail address in any letter case. */
export const findAccount = (database: Kysely<IdentityTables>, usernameOrEmail: string): Promise<Account | undefined> => {
  const people = database.selectFrom('identity_account').selectAll();
  return usernameOrEmail.includes('@')
    ? people.where('email', '=', usernameOrEmail.trim().toLowerCase()).executeTakeFirst()
    : people.where('username', '=', usernameOrEmail).executeTakeFirst();
};

/** Whether a login is shown a second factor: an unknown address, or an account that is not open yet, looks like one that has it. */
export const looksEnrolled = (account: Account | undefined): boolean =>
  account === undefined || account.status === 'INVITED' || account.totp_secret !== null;

/** Burns a code's step: true for exactly one of all who show it, and never for an earlier step than one already shown. */
export async function burnStep(database: Kysely<IdentityTables>, username: string, step: number): Promise<boolean> {
  const burnt = await database
    .updateTable('identity_account')
    .set({ totp_last_step: step })
    .where('username', '=', username)
    .where((where) => where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return burnt.numUpdatedRows === 1n;
}

/** The claims tokens carry of a person. Source: spec, User. */
export const claimsOf = (account: Account) => ({
  sub: account.username,
  email: account.email,
  name: account.name,
  family_name: account.family_name,
  locale: account.locale,
  'cognito:username': account.username,
  'cognito:groups': [...account.groups],
});
