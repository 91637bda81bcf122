import { expect, it } from 'vitest';
import {
  getOrganisationUsers,
  postCreateUser,
  postDeleteUser,
  postDisableUser,
  postEnableUser,
  postResetPassword,
  postUpdateUser,
} from '#contract/user';
import { postChangePassword, postConfirmMoveMfa, postMoveMfa } from '#contract/identity';
import { SHARED_ACCOUNT } from '#domain/people/rights';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';

const server = withServer();
const token = (groups: readonly string[], changes = {}) => server.it().identity.issue(groups, changes);

let made = 0;
/** Invites somebody and returns the account as an update sends it. */
async function somebody(user_type = 'organisation_user', organisation_id: string | null = 'org-de-linde') {
  made += 1;
  const email = `account.${made}@${organisation_id === null ? 'serrarobotics' : 'delinde'}.example`;
  const person = { email, name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type, organisation_id };
  expect(await ask(server.it().address, postCreateUser, { body: person, token: token(staff) })).toMatchObject({ ok: true });
  return person;
}
const update = (body: object, groups: readonly string[], changes = {}) =>
  ask(server.it().address, postUpdateUser, { body, token: token(groups, changes) });
type AccountCall = typeof postDisableUser | typeof postEnableUser | typeof postDeleteUser | typeof postResetPassword;
const act = (call: AccountCall, email: string, groups: readonly string[], changes = {}) =>
  ask<AccountCall>(server.it().address, call, { body: { email }, token: token(groups, changes) });
const received = () => server.it().identity.received;

it('[PEOPLE1] an administrator changes name, language, user type and organisation of an account', async () => {
  const person = await somebody();
  const changed = { ...person, name: ' Joke ', family_name: 'De Maes', locale: 'fr-BE', user_type: 'organisation_admin' };
  expect(await update(changed, staff)).toMatchObject({ ok: true, answer: { result: true } });
  const groups = ['user_type:organisation_admin', 'organisation:de-linde'];
  expect(received()).toContainEqual({ updated: person.email, name: 'Joke', family_name: 'De Maes', locale: 'fr-BE', groups });
  expect(await update({ ...changed, organisation_id: 'org-hortus-noord' }, staff)).toMatchObject({ ok: true });
  expect(received().at(-1)).toMatchObject({ groups: ['user_type:organisation_admin', 'organisation:hortus-noord'] });
  expect(await update({ ...changed, user_type: 'license_support_engineer' }, staff)).toMatchObject({ ok: true });
  expect(received().at(-1)).toMatchObject({ groups: ['user_type:license_support_engineer'] });
});

it('[PEOPLE11] a person of several organisations stays in all of them when the account is changed in the list of any', async () => {
  const email = 'several@delinde.example';
  const person = { email, name: 'Bo', family_name: 'Maes', locale: 'nl-BE' };
  const own = ['organisation:de-linde', 'organisation:hortus-noord'];
  await server.it().identity.administration.invite({ ...person, groups: ['user_type:organisation_user', ...own] });
  for (const [index, organisation] of ['org-de-linde', 'org-hortus-noord'].entries()) {
    const { result } = await answerOf(server.it().address, getOrganisationUsers, { params: { organisation }, token: token(staff) });
    const { organisation_id } = result.find((one) => one.email === email) ?? {};
    expect(organisation_id).toBe(organisation);
    const body = { ...person, user_type: 'organisation_user', organisation_id, name: `Bo ${index}` };
    expect(await update(body, staff)).toMatchObject({ ok: true });
    expect(received().at(-1)).toMatchObject({ updated: email, name: `Bo ${index}`, groups: ['user_type:organisation_user', ...own] });
    // Nobody else is needed to change the own name.
    expect(await update(body, [...userOf('de-linde'), 'organisation:hortus-noord'], { username: email, email })).toMatchObject({
      ok: true,
    });
  }
});

it('[PEOPLE11] a person of several organisations moves to one of them alone when it is chosen in the list of another', async () => {
  const email = 'moved@delinde.example';
  const person = { email, name: 'Bo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user' };
  const own = ['organisation:de-linde', 'organisation:hortus-noord'];
  await server.it().identity.administration.invite({ ...person, groups: ['user_type:organisation_user', ...own] });
  const move = { ...person, organisation_id: 'org-hortus-noord', from_organisation_id: 'org-de-linde' };
  expect(await update(move, [...userOf('de-linde'), 'organisation:hortus-noord'], { username: email, email })).toMatchObject({
    status: 403,
  });
  expect(await update({ ...move, from_organisation_id: 'org-hortus-noord' }, staff)).toMatchObject({ ok: true });
  expect(received().at(-1)).toMatchObject({ groups: ['user_type:organisation_user', ...own] });
  expect(await update(move, staff)).toMatchObject({ ok: true });
  expect(received().at(-1)).toMatchObject({ updated: email, groups: ['user_type:organisation_user', 'organisation:hortus-noord'] });
});

it('[ADMIN2] [ADMIN1] who belongs to another organisation too is left to a system_admin, in words; whom an admin does not see is unknown', async () => {
  const email = 'both@delinde.example';
  const person = { email, name: 'Bo', family_name: 'Maes', locale: 'nl-BE' };
  const groups = ['user_type:organisation_user', 'organisation:de-linde', 'organisation:hortus-noord'];
  await server.it().identity.administration.invite({ ...person, groups });
  for (const call of [postDisableUser, postEnableUser, postDeleteUser, postResetPassword]) {
    expect(await act(call, email, adminOf('de-linde'))).toMatchObject({ status: 403, error: `Forbidden: ${SHARED_ACCOUNT}` });
    expect(await act(call, email, adminOf('van-houte'))).toMatchObject({ status: 404 });
    expect(await act(call, email, userOf('de-linde'))).toMatchObject({ status: 403 });
  }
  const body = { ...person, user_type: 'organisation_user', organisation_id: 'org-de-linde' };
  expect(await update(body, adminOf('de-linde'))).toMatchObject({ status: 403, error: `Forbidden: ${SHARED_ACCOUNT}` });
  expect(await act(postDisableUser, email, staff)).toMatchObject({ ok: true });
});

it('[PEOPLE1] [SEE1] an organisation_admin changes the accounts of the own organisation, and raises nobody above the own type', async () => {
  const admin = adminOf('de-linde');
  const person = await somebody();
  expect(await update({ ...person, name: 'Joke', user_type: 'organisation_admin' }, admin)).toMatchObject({ ok: true });
  for (const user_type of ['system_admin', 'license_support_engineer'])
    expect(await update({ ...person, user_type }, admin)).toMatchObject({ status: 403 });
  expect(await update({ ...person, organisation_id: 'org-hortus-noord' }, admin)).toMatchObject({ status: 404 });
  const foreign = await update({ ...person, name: 'X' }, adminOf('hortus-noord'));
  const unknown = await update({ ...person, email: 'nobody@delinde.example' }, adminOf('hortus-noord'));
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  const engineer = await somebody('license_support_engineer', null);
  expect(await update({ ...engineer, organisation_id: 'org-de-linde', user_type: 'organisation_user' }, admin)).toMatchObject({
    status: 404,
  });
});

it.each([
  ['no name', { name: ' ' }, 'Invalid: First name cannot be empty.'],
  ['an unknown type', { user_type: 'owner' }, 'Invalid: There is no such user type.'],
  ['an unknown language', { locale: 'xx' }, 'Invalid: There is no such locale.'],
  ['no organisation', { organisation_id: '' }, 'Invalid: An organisation needs to be selected when adding an organisation user or admin'],
  ['a control character', { name: 'Jo\u202eEva' }, 'Invalid: First name cannot contain'],
])('[PEOPLE1] an update with %s is refused with its reason, and nothing is changed', async (_, more, error) => {
  const person = await somebody();
  const before = received().length;
  const answer = await update({ ...person, ...more }, staff);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(error.slice(0, 40));
  expect(received().length).toBe(before);
});

it('[PATCH1] [PEOPLE1] an account of a directory without a family name or a known language is changed in its other fields', async () => {
  const person = { email: 'bare@delinde.example', name: 'Bo', family_name: '', locale: 'xx' };
  const groups = ['user_type:organisation_user', 'organisation:de-linde'];
  await server.it().identity.administration.invite({ ...person, groups });
  const body = { ...person, user_type: 'organisation_user', organisation_id: 'org-de-linde' };
  expect(await update({ ...body, user_type: 'organisation_admin' }, staff)).toMatchObject({ ok: true });
  expect(await update({ ...body, name: ' ' }, staff)).toMatchObject({ status: 400 });
  expect(await update({ ...body, locale: 'yy' }, staff)).toMatchObject({ status: 400 });
});

it('[PEOPLE2] an account is blocked, unblocked and deleted by who may change it, and by nobody else', async () => {
  const person = await somebody();
  const enabled = async () => {
    const { result } = await answerOf(server.it().address, getOrganisationUsers, {
      params: { organisation: 'org-de-linde' },
      token: token(staff),
    });
    return result.find(({ email }) => email === person.email)?.enabled;
  };
  for (const call of [postDisableUser, postEnableUser, postDeleteUser, postResetPassword]) {
    for (const groups of [support, userOf('de-linde'), []]) expect(await act(call, person.email, groups)).toMatchObject({ status: 403 });
    expect(await act(call, person.email, adminOf('hortus-noord'))).toMatchObject({ status: 404 });
  }
  expect(await act(postDisableUser, ` ${person.email.toUpperCase()} `, adminOf('de-linde'))).toMatchObject({ ok: true });
  expect(await enabled()).toBe(false);
  expect(await act(postEnableUser, person.email, staff)).toMatchObject({ ok: true });
  expect(await enabled()).toBe(true);
  expect(await act(postResetPassword, person.email, adminOf('de-linde'))).toMatchObject({ ok: true });
  expect(received()).toContainEqual({ passwordLink: person.email });
  expect(await act(postDeleteUser, person.email, adminOf('de-linde'))).toMatchObject({ ok: true });
  expect(await enabled()).toBeUndefined();
  expect(await act(postDeleteUser, person.email, staff)).toMatchObject({ status: 404 });
});

it('[PEOPLE2] nobody blocks, deletes, raises or moves the own account; the own name and language are everybody’s to change', async () => {
  const person = await somebody();
  const own = { username: person.email, email: person.email };
  for (const call of [postDisableUser, postEnableUser, postDeleteUser])
    for (const groups of [staff, adminOf('de-linde'), userOf('de-linde')])
      expect(await act(call, person.email, groups, own)).toMatchObject({ status: 403 });
  expect(await update({ ...person, user_type: 'organisation_admin' }, userOf('de-linde'), own)).toMatchObject({ status: 403 });
  expect(await update({ ...person, organisation_id: 'org-hortus-noord' }, staff, own)).toMatchObject({ status: 403 });
  expect(await update({ ...person, name: 'Joke', locale: 'de-DE' }, userOf('de-linde'), own)).toMatchObject({ ok: true });
  expect(received().at(-1)).toMatchObject({ updated: person.email, name: 'Joke', locale: 'de-DE' });
});

it('[PEOPLE3] links for a new password to one address are limited', async () => {
  const person = await somebody();
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1) statuses.push((await act(postResetPassword, person.email, staff)).status);
  expect(statuses).toContain(200);
  expect(statuses.at(-1)).toBe(429);
});

it('[PEOPLE4] no password stands in an answer or the record', async () => {
  const body = { password: 'the one of now', new_password: 'four words of a garden' };
  const { address } = server.it();
  const answer = await ask(address, postChangePassword, { body, token: token(staff) });
  expect(answer).toMatchObject({ ok: true, answer: { ok: true } });
  expect(answer.text + JSON.stringify(received())).not.toContain('four words');
});

it('[PEOPLE6] [NAME1] who moves the own second factor is given a picture and a link, and names the new phone', async () => {
  const { address } = server.it();
  expect(await answerOf(address, postMoveMfa, { body: {}, token: token(userOf('de-linde')) })).toMatchObject({
    qr_code: expect.any(String),
  });
  const body = { device_name: ' New phone ', current_code: '123456', code: '654321' };
  expect(await answerOf(address, postConfirmMoveMfa, { body, token: token(userOf('de-linde')) })).toEqual({ ok: true });
  for (const wrong of [
    { ...body, device_name: ' ' },
    { ...body, code: '12' },
    { ...body, current_code: 'abcdef' },
  ])
    expect(await ask(address, postConfirmMoveMfa, { body: wrong, token: token(staff) })).toMatchObject({ status: 400 });
});
