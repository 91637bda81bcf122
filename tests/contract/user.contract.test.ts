import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { consoleConfig } from '#contract/config';
import {
  getLicenseSupportEngineers,
  getOrganisationUsers,
  getSystemAdmins,
  postCreateUser,
  postDeleteUser,
  postDisableUser,
  postResendInvitation,
  postRevokeInvitation,
  postUpdateUser,
} from '#contract/user';
import { GROUP_REFUSAL } from '#domain/people/mailDomains';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const token = (groups: readonly string[]) => server.it().identity.issue(groups);
const person = { email: 'jo@delinde.example', name: 'Jo', family_name: 'Maes', locale: 'nl-BE' };
const invite = (more: object, groups: readonly string[] = staff) =>
  ask(server.it().address, postCreateUser, { body: { ...person, ...more }, token: token(groups) });
const ofDeLinde = { user_type: 'organisation_user', organisation_id: 'org-de-linde' };
const usersOf = (organisation: string, groups: readonly string[] = staff) =>
  ask(server.it().address, getOrganisationUsers, { params: { organisation }, token: token(groups) });
const received = () => JSON.stringify(server.it().identity.received);

it('[CALL-066] [OPEN-72] [OPEN-71] [OPEN-125] [CALL-065] who is invited stands among the users of the organisation, as invited', async () => {
  expect(await invite({ ...ofDeLinde, email: ' Jo@DELINDE.example ' })).toMatchObject({ ok: true, answer: { result: true } });
  const invited = { ...person, groups: ['user_type:organisation_user', 'organisation:de-linde'] };
  expect(server.it().identity.received).toContainEqual({ invited });
  expect(await usersOf('org-de-linde')).toMatchObject({
    answer: {
      result: [
        {
          ...person,
          user_type: 'organisation_user',
          status: 'INVITED',
          enabled: true,
          mfa_enabled: false,
          created: '1970-01-01T00:00:00.000Z',
          organisation_id: 'org-de-linde',
        },
      ],
    },
  });
  expect(await invite(ofDeLinde)).toMatchObject({ status: 409, error: 'Conflict: This email address has an account already.' });
});

it('[OPEN-71] [CALL-065] an organisation without a group has no users; an invitation into it is refused', async () => {
  const database = openTestDatabase(server.it().databaseUrl);
  for (const [id, authentication_group] of [
    ['org-no-group', null],
    ['org-empty-group', ''],
  ] as const) {
    await database.insertInto('organisation').values({ id, name: id, client_name: null, authentication_group }).execute();
    expect(await usersOf(id)).toMatchObject({ ok: true, answer: { result: [] } });
    const invited = { email: 'none@delinde.example', user_type: 'organisation_user', organisation_id: id };
    expect(await invite(invited)).toMatchObject({ status: 409, error: `Conflict: ${GROUP_REFUSAL}` });
  }
  await database.destroy();
  expect(await usersOf('org-unknown')).toMatchObject({ status: 404 });
});

it('[CALL-063] [CALL-064] [ROLE-019] a system_admin invites staff, whose organisation is ignored; the staff alone sees the staff', async () => {
  const { address } = server.it();
  const admin = { email: 'a@serrarobotics.example', user_type: 'system_admin', organisation_id: 'org-de-linde' };
  const engineer = { email: 'e@serrarobotics.example', user_type: 'license_support_engineer' };
  expect([(await invite(admin)).ok, (await invite(engineer)).ok]).toEqual([true, true]);
  for (const groups of [staff, support]) {
    const admins = await answerOf(address, getSystemAdmins, { token: token(groups) });
    const engineers = await answerOf(address, getLicenseSupportEngineers, { token: token(groups) });
    expect([admins, engineers]).toMatchObject([
      { result: [{ email: admin.email, user_type: 'system_admin', organisation_id: null }] },
      { result: [{ email: engineer.email, user_type: 'license_support_engineer', organisation_id: null }] },
    ]);
  }
  for (const groups of [adminOf('de-linde'), userOf('de-linde'), []]) {
    expect(await answerOf(address, getSystemAdmins, { token: token(groups) })).toEqual({ result: [] });
    expect(await answerOf(address, getLicenseSupportEngineers, { token: token(groups) })).toEqual({ result: [] });
  }
});

const STAFF_TEXT = 'Forbidden: Only system admins can invite system admins and license support engineers';
it.each([
  ['license_support_engineer', support],
  ['organisation_admin', adminOf('de-linde')],
  ['organisation_user', userOf('de-linde')],
])('[ROLE-020] [ROLE-021] [OPEN-72] %s who invites staff by a direct call is refused, whatever else is wrong', async (_role, groups) => {
  for (const user_type of ['system_admin', 'license_support_engineer']) {
    expect(await invite({ email: 'x@serrarobotics.example', user_type }, groups)).toMatchObject({ status: 403, error: STAFF_TEXT });
    expect(await invite({ email: '', user_type, organisation_id: 'org-de-linde' }, groups)).toMatchObject({
      status: 403,
      error: STAFF_TEXT,
    });
  }
  expect(received()).not.toContain('x@serrarobotics.example');
});

it('[GAP-56] people of an organisation invite into their own alone; a foreign one is like one that does not exist', async () => {
  for (const [groups, user_type] of [
    [adminOf('de-linde'), 'organisation_admin'],
    [userOf('de-linde'), 'organisation_user'],
  ] as const) {
    const email = `by-${groups[0]?.slice(10)}@delinde.example`;
    expect(await invite({ ...ofDeLinde, email, user_type }, groups)).toMatchObject({ ok: true });
    const foreign = await invite({ ...ofDeLinde, email: 'f@delinde.example', organisation_id: 'org-hortus-noord' }, groups);
    const unknown = await invite({ ...ofDeLinde, email: 'f@delinde.example', organisation_id: 'org-nowhere' }, groups);
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  }
  expect(await invite({ ...ofDeLinde, email: 's@hortusnoord.example', organisation_id: 'org-hortus-noord' }, support)).toMatchObject({
    ok: true,
  });
  expect(await invite(ofDeLinde, [])).toMatchObject({ status: 403, error: 'Forbidden: You cannot invite anybody.' });
  expect(received()).not.toContain('f@delinde.example');
});

it('[INVITE9] an organisation_user makes no organisation_admin, also not of an alias of the own address, and sends or revokes no invitation of one', async () => {
  const user = userOf('de-linde');
  const email = 'user+admin@delinde.example';
  const refused = { status: 403, error: 'Forbidden: Only organisation admins can invite organisation admins' };
  expect(await invite({ ...ofDeLinde, email, user_type: 'organisation_admin' }, user)).toMatchObject(refused);
  expect(received()).not.toContain(email);
  expect(
    await invite({ ...ofDeLinde, email: 'admin@delinde.example', user_type: 'organisation_admin' }, adminOf('de-linde')),
  ).toMatchObject({ ok: true });
  for (const call of [postResendInvitation, postRevokeInvitation])
    expect(await ask(server.it().address, call, { token: token(user), body: { email: 'admin@delinde.example' } })).toMatchObject({
      status: 404,
    });
});

it.each([
  ['an address that is none', { email: 'jo' }, 'Invalid: Email address is not valid.'],
  ['a second address', { email: 'jo@delinde.example,eve@evil.example' }, 'Invalid: Email address is not valid.'],
  ['a header in the address', { email: 'jo@delinde.example\r\nBcc: eve@evil.example' }, 'Invalid: Email address is not valid.'],
  ['no first name', { name: ' ' }, 'Invalid: First name cannot be empty.'],
  ['no family name', { family_name: '' }, 'Invalid: Family name cannot be empty.'],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, 'Invalid: First name cannot be longer than 100 characters.'],
  ['a name of 2 kB', { name: 'x'.repeat(2_000) }, /^Invalid: body\.name/],
  ['no user type', { user_type: '' }, 'Invalid: User type cannot be empty.'],
  ['an unknown user type', { user_type: 'owner' }, 'Invalid: There is no such user type.'],
  ['a group for a user type', { user_type: 'system_admin","x' }, 'Invalid: There is no such user type.'],
  ['no locale', { locale: '' }, 'Invalid: Locale cannot be empty.'],
  ['an unknown locale', { locale: 'xx-XX' }, 'Invalid: There is no such locale.'],
  ['no organisation', { organisation_id: null }, 'Invalid: An organisation needs to be selected when adding an organisation user or admin'],
  ['a name that is a number', { name: 7 }, /^Invalid: body\.name/],
])('[CALL-066] an invite with %s is refused with the text of the form', async (_name, more, error) => {
  const before = server.it().identity.received.length;
  expect(await invite({ ...ofDeLinde, email: 'new@delinde.example', ...more })).toMatchObject({
    status: 400,
    error: typeof error === 'string' ? error : expect.stringMatching(error),
  });
  expect(server.it().identity.received).toHaveLength(before);
});

it('[CALL-065] [SEE1] the users of a foreign organisation are those of none', async () => {
  const foreign = await usersOf('org-hortus-noord', adminOf('de-linde'));
  const unknown = await usersOf('org-nowhere', adminOf('de-linde'));
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  expect(await usersOf('org-nowhere')).toMatchObject({ status: 404 });
  expect((await usersOf('org-de-linde', userOf('de-linde'))).ok).toBe(true);
});

it('[INVITE2] who may invite a person sends the invitation again and takes it back; for everybody else there is none', async () => {
  const { address } = server.it();
  const act = (call: typeof postResendInvitation | typeof postRevokeInvitation, email: string, groups: readonly string[]) =>
    ask(address, call, { body: { email }, token: token(groups) });
  await invite({ ...ofDeLinde, email: 'again@delinde.example' });
  for (const call of [postResendInvitation, postRevokeInvitation]) {
    for (const groups of [adminOf('hortus-noord'), userOf('hortus-noord'), []]) {
      expect(await act(call, 'again@delinde.example', groups)).toMatchObject({ status: 404, error: 'NotFound: no such invitation' });
    }
    expect(await act(call, 'a@serrarobotics.example', adminOf('de-linde'))).toMatchObject({ status: 404 });
    expect(await act(call, 'a@serrarobotics.example', support)).toMatchObject({ status: 404 });
    expect(await act(call, 'nobody@delinde.example', staff)).toMatchObject({ status: 404 });
    expect(await act(call, ' AGAIN@delinde.example', adminOf('de-linde'))).toMatchObject({ ok: true });
  }
  expect(server.it().identity.received.slice(-2)).toEqual([{ resent: 'again@delinde.example' }, { revoked: 'again@delinde.example' }]);
});

it('[INVITE2] [FEAT1] config.json announces that invitations can be managed', async () => {
  const { features } = consoleConfig.parse(await (await fetch(`${server.it().address}/config.json`)).json());
  expect(features).toContain('invitations');
});

it('[CTRL10] who is moved to another organisation, blocked or deleted loses the control of devices that the person no longer sees', async () => {
  const { address, databaseUrl } = server.it();
  const email = 'driver@delinde.example';
  await invite({ ...ofDeLinde, email });
  const database = openTestDatabase(databaseUrl);
  const controlled = async () =>
    (await database.selectFrom('control').select('serial').where('holder', '=', email).execute()).map((row) => row.serial);
  const take = async (serial: string) => {
    const row = { serial, holder: email, holder_name: 'Jo', since: new Date(), changed_at: new Date() };
    await database
      .insertInto('control')
      .values({ ...row, epoch: 1 })
      .onConflict((conflict) => conflict.column('serial').doUpdateSet({ ...row, epoch: sql`control.epoch + 1` }))
      .execute();
  };
  const [ofLinde, ofNoord] = await Promise.all(
    ['org-de-linde', 'org-hortus-noord'].map(async (organisation) => {
      const { serial } = await database
        .selectFrom('deployment')
        .select('device_serial as serial')
        .where('organisation', '=', organisation)
        .where('closed_date', 'is', null)
        .executeTakeFirstOrThrow();
      return serial;
    }),
  );
  await take(ofLinde ?? '');
  await take(ofNoord ?? '');
  const moved = { ...person, email, user_type: 'organisation_user', organisation_id: 'org-hortus-noord' };
  expect(await ask(address, postUpdateUser, { body: moved, token: token(staff) })).toMatchObject({ ok: true });
  expect(await controlled()).toEqual([ofNoord]);
  expect(await ask(address, postDisableUser, { body: { email }, token: token(staff) })).toMatchObject({ ok: true });
  expect(await controlled()).toEqual([]);
  await take(ofNoord ?? '');
  expect(await ask(address, postDeleteUser, { body: { email }, token: token(staff) })).toMatchObject({ ok: true });
  expect(await controlled()).toEqual([]);
  await database.destroy();
});

it.each([
  ['moved', postUpdateUser],
  ['invited', postCreateUser],
] as const)(
  '[GROUP2] a person is not %s to the group that an organisation had before it got another name at that moment',
  async (word, call) => {
    const { address, databaseUrl } = server.it();
    const email = `${word}@delinde.example`;
    if (call === postUpdateUser) await invite({ ...ofDeLinde, email });
    const before = received();
    const database = openTestDatabase(databaseUrl);
    const rename = (group: string) => sql`update organisation set authentication_group = ${group} where id = 'org-hortus-noord'`;
    const { answer } = await database.transaction().execute(async (tx) => {
      await rename('organisation:noord').execute(tx);
      const body = { ...person, email, user_type: 'organisation_user', organisation_id: 'org-hortus-noord' };
      const asked = ask(address, call, { body, token: token(staff) });
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await until('it waits', async () => (await waiting.execute(database)).rows.length > 0);
      return { answer: asked };
    });
    expect(await answer).toMatchObject({ status: 409 });
    await rename('organisation:hortus-noord').execute(database);
    await database.destroy();
    expect(received()).toBe(before);
  },
);
