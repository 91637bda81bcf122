import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateOrganisation } from '#server/locations/saveOrganisation';
import { type IdentityServer, startIdentityServer } from '../support/identityServer.ts';
import { signInByHttp } from '../support/signInByHttp.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

const admin = {
  username: 'ann',
  email: 'ann@serrarobotics.example',
  name: 'Ann',
  role: 'system_admin' as const,
  groups: ['user_type:system_admin'],
};
const caller = { ...admin, secondFactor: true, expiresAt: Number.MAX_SAFE_INTEGER, grant: null };
const groupsOf = () => server.tables.selectFrom('identity_account').select(['username', 'groups']).orderBy('username').execute();

it('[GROUP1] the members of a group that gets another name stay members, and those of others are left alone', async () => {
  const organisation = { id: 'org-group', name: 'Group', authentication_group: 'organisation:de-linde' };
  await server.database.insertInto('organisation').values(organisation).execute();
  const before = await groupsOf();
  const signedIn = await signInByHttp(server, await server.person('organisation_user', false));
  const { renameGroup } = server.identity.administration;
  const body = { authentication_group: 'organisation:linde' };
  await updateOrganisation(server.database, { caller, scope: 'all' }, { id: organisation.id, body, renameGroup });
  const renamed = (group: string) => (group === 'organisation:de-linde' ? 'organisation:linde' : group);
  const after = await groupsOf();
  expect(after).toEqual(before.map(({ username, groups }) => ({ username, groups: groups.map(renamed) })));
  expect(after).not.toEqual(before);
  // A sign-in goes on with the new group.
  expect((await server.identity.verify(signedIn.access)).groups).toEqual(
    after.find(({ groups }) => groups.includes('user_type:organisation_user') && groups.includes('organisation:linde'))?.groups,
  );
});

it('[GROUP1] a change that is refused moves nobody', async () => {
  const before = await groupsOf();
  const { renameGroup } = server.identity.administration;
  const body = { authentication_group: 'user_type:system_admin' };
  await expect(updateOrganisation(server.database, { caller, scope: 'all' }, { id: 'org-group', body, renameGroup })).rejects.toThrow();
  expect(await groupsOf()).toEqual(before);
});
