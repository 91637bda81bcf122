import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSerially } from '#server/locations/placeValidation';
import { createOrganisation, updateOrganisation } from '#server/locations/saveOrganisation';
import { requireGroups } from '#server/users/organisations';
import { type IdentityServer, startIdentityServer } from '../support/identityServer.ts';
import { signInByHttp } from '../support/signInByHttp.ts';
import { until } from '../support/until.ts';

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
const caller = { ...admin, secondFactor: true, expiresAt: Number.MAX_SAFE_INTEGER, issuedAt: null, grant: null };
const groupsOf = () => server.tables.selectFrom('identity_account').select(['username', 'groups']).orderBy('username').execute();

it('[GROUP1] the members of a group that gets another name stay members, and those of others are left alone', async () => {
  const organisation = { id: 'org-group', name: 'Group', authentication_group: 'organisation:de-linde' };
  await server.database.insertInto('organisation').values(organisation).execute();
  const before = await groupsOf();
  const signedIn = await signInByHttp(server, await server.person('organisation_user', false));
  const { renameGroup, peopleIn } = server.identity.administration;
  const body = { authentication_group: 'organisation:linde' };
  await updateOrganisation(server.database, { caller, scope: 'all' }, { id: organisation.id, body, renameGroup, peopleIn });
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
  const { renameGroup, peopleIn } = server.identity.administration;
  const body = { authentication_group: 'user_type:system_admin' };
  await expect(
    updateOrganisation(server.database, { caller, scope: 'all' }, { id: 'org-group', body, renameGroup, peopleIn }),
  ).rejects.toThrow();
  expect(await groupsOf()).toEqual(before);
});

const USER = 'user_type:organisation_user';
const ADMIN = 'user_type:organisation_admin';
it.each([
  ['a member who keeps both', [USER, 'organisation:before'], [USER, 'organisation:before'], [USER, 'organisation:after']],
  ['a member with another type', [USER, 'organisation:before'], [ADMIN, 'organisation:before'], [ADMIN, 'organisation:after']],
  ['a member who leaves', [USER, 'organisation:before'], [USER, 'organisation:other'], [USER, 'organisation:other']],
  ['a newcomer, who is refused', [USER, 'organisation:other'], [USER, 'organisation:before'], [USER, 'organisation:before']],
])('[GROUP2] the change of an account while a group is renamed is of the groups of then: %s', async (name, before, groups, after) => {
  const { administration } = server.identity;
  const { peopleIn } = administration;
  const email = `${name.replaceAll(/\W/g, '-')}@delinde.example`;
  const organisation = { id: `org-${email}`, name, authentication_group: 'organisation:before' };
  await server.database.insertInto('organisation').values(organisation).execute();
  const names = { name: 'Jo', family_name: 'Maes', locale: 'nl-BE', device_name: null };
  const secrets = { password_hash: 'none', totp_secret: null, totp_pending: null, totp_last_step: null };
  const person = { username: email, email, ...names, ...secrets, groups: JSON.stringify(before), status: 'ACTIVE' as const };
  await server.tables.insertInto('identity_account').values(person).execute();
  const read = await administration.find(email);
  if (read === undefined) throw new Error('no account');
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  let isDone = false;
  let changed = Promise.resolve();
  const renameGroup: typeof administration.renameGroup = async (tx, from, to) => {
    await administration.renameGroup(tx, from, to);
    changed = administration.update(read, { name: 'Jo', family_name: 'Maes', locale: 'nl-BE', groups }).finally(() => {
      isDone = true;
    });
    await until('it waits', async () => isDone || (await waiting.execute(server.database)).rows.length > 0);
    expect(isDone).toBe(false);
  };
  const body = { authentication_group: 'organisation:after' };
  await updateOrganisation(server.database, { caller, scope: 'all' }, { id: organisation.id, body, renameGroup, peopleIn });
  await changed;
  expect((await administration.find(email))?.groups).toEqual(after);
  // Whoever joins a group that no organisation has any more is refused, and the change is undone.
  await expect(requireGroups(server.database, ['organisation:before'])).rejects.toMatchObject({ status: 409 });
  await requireGroups(server.database, ['organisation:after']);
  await server.database.updateTable('organisation').set({ authentication_group: null }).where('id', '=', organisation.id).execute();
  await server.tables.deleteFrom('identity_account').where('username', '=', email).execute();
});

it('[GROUP2] an invitation waits for a group that is being renamed', async () => {
  const { administration } = server.identity;
  const { peopleIn } = administration;
  const organisation = { id: 'org-invites', name: 'Invites', authentication_group: 'organisation:invites' };
  await server.database.insertInto('organisation').values(organisation).execute();
  const person = { email: 'invited@delinde.example', name: 'Jo', family_name: 'Maes', locale: 'nl-BE' };
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  let isDone = false;
  let invited = Promise.resolve();
  const renameGroup: typeof administration.renameGroup = async () => {
    invited = administration.invite({ ...person, groups: ['user_type:organisation_user', 'organisation:invites'] }).finally(() => {
      isDone = true;
    });
    await until('it waits', async () => isDone || (await waiting.execute(server.database)).rows.length > 0);
    expect(isDone).toBe(false);
  };
  const body = { authentication_group: 'organisation:invited' };
  await updateOrganisation(server.database, { caller, scope: 'all' }, { id: organisation.id, body, renameGroup, peopleIn });
  await invited;
  expect(await administration.find(person.email)).toMatchObject({ status: 'INVITED' });
});

it('[GROUP2] people are invited and changed while another place is saved', async () => {
  const { administration } = server.identity;
  const person = { email: 'meanwhile@delinde.example', name: 'Jo', family_name: 'Maes', locale: 'nl-BE', groups: [USER] };
  await runSerially(server.database, async () => {
    await administration.invite(person);
    const account = await administration.find(person.email);
    if (account === undefined) throw new Error('no account');
    await administration.update(account, { ...person, name: 'Joke' });
  });
  expect(await administration.find(person.email)).toMatchObject({ name: 'Joke' });
});

/** An account in a group that no organisation has, as an earlier version left it. */
async function leftBehind(group: string): Promise<void> {
  const { invite } = server.identity.administration;
  const email = `${group.replaceAll(/\W/g, '-')}@delinde.example`;
  await invite({ email, name: 'Jo', family_name: 'Maes', locale: 'nl-BE', groups: [USER, group] });
}
const asker = { caller, scope: 'all' as const };
const create = (body: { readonly name: string; readonly authentication_group?: string }) =>
  createOrganisation(server.database, asker, { body, makesGroup: true, peopleIn: server.identity.administration.peopleIn });
const change = (id: string, body: { readonly authentication_group: string }) =>
  updateOrganisation(server.database, asker, { id, body, ...server.identity.administration });
const HELD = { status: 409, message: expect.stringContaining('People of a former organisation are still in this authentication group') };

it('[GROUP3] the group of a new organisation has nobody in it, whatever its name', async () => {
  await leftBehind('organisation:acme');
  expect(await create({ name: 'ACME' })).toMatchObject({ authentication_group: 'organisation:acme-2' });
  await leftBehind('organisation:acme-3');
  expect(await create({ name: 'Acme!' })).toMatchObject({ authentication_group: 'organisation:acme-4' });
});

it('[GROUP3] nobody gives an organisation a group that people of a former one still have', async () => {
  await leftBehind('organisation:left');
  await expect(create({ name: 'Left', authentication_group: ' organisation:left ' })).rejects.toMatchObject(HELD);
  const { id } = await create({ name: 'Right' });
  await expect(change(id, { authentication_group: 'organisation:left' })).rejects.toMatchObject(HELD);
  // Once they are moved it is free.
  const moved = await server.identity.administration.find('organisation-left@delinde.example');
  if (moved === undefined) throw new Error('no account');
  await server.identity.administration.update(moved, { ...moved, groups: [USER, 'organisation:right'] });
  expect(await change(id, { authentication_group: 'organisation:left' })).toMatchObject({ authentication_group: 'organisation:left' });
  expect((await server.identity.administration.find(moved.email))?.groups).toEqual([USER, 'organisation:left']);
});

it('[GROUP3] an organisation keeps its group while people are in it, unless another one has the same', async () => {
  const { id } = await create({ name: 'Kept' });
  const invited = { email: 'kept@delinde.example', name: 'Jo', family_name: 'Maes', locale: 'nl-BE' };
  await server.identity.administration.invite({ ...invited, groups: [USER, 'organisation:kept'] });
  await expect(change(id, { authentication_group: '' })).rejects.toMatchObject({ status: 409, message: 'Kept is used by 1 person.' });
  expect(await change(id, { authentication_group: 'organisation:kept' })).toMatchObject({ authentication_group: 'organisation:kept' });
  const twin = { id: 'org-twin', name: 'Twin', authentication_group: 'organisation:kept' };
  await server.database.insertInto('organisation').values(twin).execute();
  expect(await change(twin.id, { authentication_group: '' })).toMatchObject({ authentication_group: null });
  const account = await server.identity.administration.find(invited.email);
  if (account === undefined) throw new Error('no account');
  await server.identity.administration.revoke(account);
  expect(await change(id, { authentication_group: '' })).toMatchObject({ authentication_group: null });
});
