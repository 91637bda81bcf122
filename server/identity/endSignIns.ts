import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from './tables.ts';

/**
 * Ends the unfinished sign-ins of an account: login forms whose password and code were correct, and which would become sessions. Such a record is not assigned
 * to an account yet. Source: LOGIN11.
 */
const endFinishedForms = (database: Kysely<IdentityTables>, username: string) =>
  database
    .deleteFrom('identity_record')
    .where('model', '=', 'Interaction')
    .where(sql<boolean>`payload #>> '{result,login,accountId}' = ${username}`)
    .execute();

/** Ends all sign-ins of an account except one: deletes its grants, tokens, codes and sessions. Returns the ids of the ended grants. */
export async function endOtherSignIns(
  database: Kysely<IdentityTables>,
  kept: { readonly username: string; readonly grant: string; readonly sessionUid: string },
): Promise<readonly string[]> {
  await endFinishedForms(database, kept.username);
  const ended = await database
    .deleteFrom('identity_record')
    .where('account_id', '=', kept.username)
    .where((where) =>
      where.or([
        where.and([where('model', '=', 'Grant'), where('id', '!=', kept.grant)]),
        where.and([where('model', '=', 'Session'), where('uid', '!=', kept.sessionUid)]),
        where('grant_id', '!=', kept.grant),
      ]),
    )
    .returning(['model', 'id'])
    .execute();
  return ended.filter(({ model }) => model === 'Grant').map(({ id }) => id);
}

/** Ends every sign-in of an account. Returns the ids of the ended grants. */
export async function endSignIns(database: Kysely<IdentityTables>, username: string): Promise<readonly string[]> {
  await endFinishedForms(database, username);
  const ended = await database.deleteFrom('identity_record').where('account_id', '=', username).returning(['model', 'id']).execute();
  return ended.filter(({ model }) => model === 'Grant').map(({ id }) => id);
}
