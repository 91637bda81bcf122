import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removePersonalWith } from '#server/history/removePersonal';
import { archive } from '#server/locations/archive';
import { type PeopleIn, removeOrganisation } from '#server/locations/removePlace';
import { Failure } from '#server/platform/failure/failure';
import { type LocaleUse, removeLocale } from '#server/users/locales';
import { type IdentityServer, startIdentityServer } from '../support/identityServer.ts';

/** More than a server has connections to the database. */
const AT_ONCE = 12;
const person = { name: 'Jo', family_name: 'Maes', locale: 'nl-BE', groups: ['user_type:organisation_user', 'organisation:jo'] };
const email = 'jo.maes@serra.example';
const caller = {
  username: 'an',
  email: 'an@serra.example',
  name: 'An',
  role: 'system_admin',
  groups: ['user_type:system_admin'],
  secondFactor: true,
  expiresAt: 0,
  issuedAt: null,
  grant: null,
} as const;
const asker = { caller, scope: 'all' } as const;

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer({ ALLOWED_MAIL_DOMAINS: 'serra.example' });
  const { administration } = server.identity;
  await administration.invite({ ...person, email });
  const organisation = { id: 'org-jo', name: 'Jo', authentication_group: 'organisation:jo' };
  await server.database.insertInto('organisation').values(organisation).execute();
  await server.database
    .insertInto('locale')
    .values([
      { id: 'nl-BE', name: 'Dutch' },
      { id: 'fr-BE', name: 'French' },
    ])
    .onConflict((known) => known.doNothing())
    .execute();
});
afterAll(() => server.close());

const peopleIn: PeopleIn = (tx, group) => server.identity.administration.peopleIn(tx, group);
const use: LocaleUse = {
  here: (tx, id) => server.identity.administration.emailsWith(tx, id),
  elsewhere: async () => [],
};
async function removePerson() {
  const { administration } = server.identity;
  const account = await administration.find(email);
  if (account === undefined) throw new Error('no account');
  return () =>
    administration.remove(account, (removeAccount) =>
      removePersonalWith(server.database, account.username, async (tx) => removeAccount?.(tx)),
    );
}
const byText = (one: string, other: string) => one.localeCompare(other);
const all = (status: string) => Array.from({ length: AT_ONCE }, () => status);

it.each([
  [
    'archivings of an organisation with people',
    async () => () => archive(server.database, asker, { kind: 'organisation', id: 'org-jo', archived: true }, peopleIn),
    all('409'),
  ],
  ['removals of an organisation with people', async () => () => removeOrganisation(server.database, asker, 'org-jo', peopleIn), all('409')],
  ['removals of a language that people use', async () => () => removeLocale(server.database, 'nl-BE', use), all('409')],
  ['deletions of an account', removePerson, ['200', ...all('404').slice(1)]],
] as const)(
  '[POOL1] more %s at once than there are connections wait for none of them, and hold up nothing else',
  async (_, prepared, statuses) => {
    const act = await prepared();
    const [outcomes, others] = await Promise.all([
      Promise.allSettled(Array.from({ length: AT_ONCE }, (): Promise<unknown> => act())),
      Promise.all(Array.from({ length: 3 }, () => sql<{ one: number }>`select 1 as one`.execute(server.database))),
    ]);
    const statusOf = (reason: unknown) => String(reason instanceof Failure ? reason.status : reason);
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? '200' : statusOf(one.reason))).toSorted(byText)).toEqual(statuses);
    expect(others.map(({ rows }) => rows[0]?.one)).toEqual([1, 1, 1]);
  },
);
