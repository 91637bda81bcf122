import { sql } from 'kysely';
import { type Account, findAccount } from '../accounts.ts';
import type { Administration, ManagedAccount } from '../administration.ts';
import { type InvitationParts, invitations } from '../invitations/invitations.ts';
import { withIdentityTables } from '../tables.ts';
import { accountChanges, type ChangeParts } from './changeAccount.ts';
import { pendingAddresses } from './addressLinks.ts';
import { type AddressChangeParts, addressChanges } from './changeAddress.ts';
import { mailPasswordLink } from './passwordLink.ts';

const managed = ({ totp_secret, created_at, disabled_at, ...account }: Account): ManagedAccount => ({
  username: account.username,
  email: account.email,
  name: account.name,
  family_name: account.family_name,
  locale: account.locale,
  groups: account.groups,
  status: account.status,
  hasSecondFactor: totp_secret !== null,
  isEnabled: disabled_at === null,
  createdAt: created_at,
});

const NOBODY = { all: 0, active: 0 };

/** Creates the `Administration` of the embedded provider. */
export function embeddedAdministration(parts: InvitationParts & ChangeParts & AddressChangeParts): Administration {
  const { database, now } = parts;
  const withNewEmails = async (accounts: readonly Account[]): Promise<readonly ManagedAccount[]> => {
    const pending = await pendingAddresses(
      database,
      accounts.map(({ username }) => username),
      now(),
    );
    return accounts.map((account) => ({ ...managed(account), newEmail: pending.get(account.username) }));
  };
  return {
    managesAccounts: true,
    renameGroup: async (tx, from, to) => {
      await sql`update identity_account set groups = (select jsonb_agg(case when known = ${from} then ${to} else known end order by at)
        from jsonb_array_elements_text(groups) with ordinality listed (known, at)) where groups @> ${JSON.stringify([from])}::jsonb`.execute(
        tx,
      );
    },
    peopleIn: async (tx, group) => {
      const counted = sql<{ all: number; active: number }>`select count(*)::integer as all,
        count(*) filter (where disabled_at is null)::integer as active from identity_account where groups @> ${JSON.stringify([group])}::jsonb`;
      return (await counted.execute(tx)).rows[0] ?? NOBODY;
    },
    emailsWith: async (tx, locale) => {
      const rows = await withIdentityTables(tx).selectFrom('identity_account').select('email').where('locale', '=', locale).execute();
      return rows.map(({ email }) => email);
    },
    inGroup: async (group) => {
      const rows = await database
        .selectFrom('identity_account')
        .selectAll()
        .where(sql<boolean>`groups @> ${JSON.stringify([group])}::jsonb`)
        .orderBy('name')
        .orderBy('family_name')
        .orderBy('username')
        .execute();
      return withNewEmails(rows);
    },
    find: async (email) => {
      const account = email.includes('@') ? await findAccount(database, email) : undefined;
      return account === undefined ? undefined : (await withNewEmails([account]))[0];
    },
    ...invitations(parts),
    ...accountChanges(parts),
    mailPasswordLink: (account) => mailPasswordLink(parts, account),
    ...addressChanges(parts),
  };
}
