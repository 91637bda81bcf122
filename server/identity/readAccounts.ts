import { sql, type Kysely } from 'kysely';
import type { AccountFacts } from '#domain/accountFindings';
import { isAllowedMail } from './allowedMail.ts';
import type { IdentityTables } from './tables.ts';

/** All accounts of the embedded provider, without a secret; it knows no disabled ones. `domains` are those that may sign in. */
export async function readAccounts(database: Kysely<IdentityTables>, domains: string): Promise<readonly AccountFacts[]> {
  const rows = await database
    .selectFrom('identity_account')
    .select(['username', 'email', 'name', 'family_name', 'locale', 'groups'])
    .select(sql<boolean>`totp_secret is not null`.as('hasSecondFactor'))
    .orderBy('username')
    .execute();
  return rows.map((row) => ({ ...row, isEnabled: true, isMailAllowed: isAllowedMail(row.email, domains) }));
}
