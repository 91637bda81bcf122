import { expect, it } from 'vitest';
import { consoleConfig } from '#contract/config';
import { getAuditLines } from '#contract/audit';
import { postUpdateOrganisation } from '#contract/organisation';
import { getOrganisationUsers, postChangeAddress, postCreateUser, postUpdateUser } from '#contract/user';
import { until } from '../support/until.ts';
import { answerOf, ask } from '../support/client.ts';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';

const server = withServer();
const token = (groups: readonly string[], changes = {}) => server.it().identity.issue(groups, changes);
const received = () => server.it().identity.received;

let made = 0;
/** Address of an account that a test has for itself. */
async function somebody(user_type = 'organisation_user', organisation_id: string | null = 'org-de-linde'): Promise<string> {
  made += 1;
  const email = `address.${made}@${organisation_id === null ? 'serrarobotics' : 'delinde'}.example`;
  const body = { email, name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type, organisation_id };
  expect(await ask(server.it().address, postCreateUser, { body, token: token(staff) })).toMatchObject({ ok: true });
  return email;
}
const change = (email: string, new_email: unknown, groups: readonly string[] = staff, changes = {}) =>
  ask(server.it().address, postChangeAddress, { body: { email, new_email }, token: token(groups, changes) });
const listed = async (email: string) => {
  const asking = { params: { organisation: 'org-de-linde' }, token: token(staff) };
  const { result } = await answerOf(server.it().address, getOrganisationUsers, asking);
  return result.find((one) => one.email === email)?.new_email;
};

it('[NEWMAIL1] [FEAT1] an administrator asks for another address of an account, which the list shows, and withdraws it', async () => {
  const { features } = consoleConfig.parse(await (await fetch(`${server.it().address}/config.json`)).json());
  expect(features).toContain('account_address');
  const email = await somebody();
  expect(await listed(email)).toBeNull();
  expect(await change(` ${email.toUpperCase()}`, ' New@DeLinde.example ', adminOf('de-linde'))).toMatchObject({ answer: { result: true } });
  expect(received().at(-1)).toEqual({ addressOf: email, newEmail: 'new@delinde.example' });
  expect(await listed(email)).toBe('new@delinde.example');
  expect(await change(email, null, adminOf('de-linde'))).toMatchObject({ answer: { result: true } });
  expect(received().at(-1)).toEqual({ addressKept: email });
  expect(await listed(email)).toBeNull();
});

it('[NEWMAIL1] [ADMIN1] nobody else does, and nobody of the own account', async () => {
  const email = await somebody();
  const engineer = await somebody('license_support_engineer', null);
  const before = received().length;
  for (const to of ['new@delinde.example', null]) {
    for (const groups of [support, userOf('de-linde'), []]) expect(await change(email, to, groups)).toMatchObject({ status: 403 });
    expect(await change(email, to, adminOf('hortus-noord'))).toMatchObject({ status: 404 });
    expect(await change(engineer, to, adminOf('de-linde'))).toMatchObject({ status: 404 });
    expect(await change('nobody@delinde.example', to)).toMatchObject({ status: 404 });
    for (const groups of [staff, adminOf('de-linde'), userOf('de-linde')])
      expect(await change(email, to, groups, { username: email, email })).toMatchObject({ status: 403 });
  }
  expect(await change(email, 'new@delinde.example', staff, { email })).toMatchObject({
    error: 'Forbidden: Your own account is for another administrator to give another address.',
  });
  expect(received().length).toBe(before);
});

it.each([
  ['no address', '', 'Invalid: Email address is not valid.'],
  ['half an address', 'new@', 'Invalid: Email address is not valid.'],
  ['two addresses', 'a@delinde.example,b@delinde.example', 'Invalid: Email address is not valid.'],
  ['a word behind it', 'new@delinde.example now', 'Invalid: Email address is not valid.'],
  ['a line break', 'new@delinde.example\nBcc: x@y.example', 'Invalid: Email address is not valid.'],
  ['letters that look alike', 'nеw@delinde.example', 'Invalid: Email address is not valid.'],
  ['a NUL', 'new\0@delinde.example', 'Invalid: '],
  ['a very long address', `${'x'.repeat(300)}@delinde.example`, 'Invalid: Email address is not valid.'],
  ['more than any address', 'x'.repeat(1_001), 'Invalid: '],
  ['a domain that the organisation has not', 'new@nowhere.example', 'Invalid: Addresses of nowhere.example are not allowed'],
  ['a number', 7, 'Invalid: '],
  ['nothing', undefined, 'Invalid: '],
])('[NEWMAIL1] %s as new address is refused with its reason', async (_, to, error) => {
  const email = await somebody();
  const before = received().length;
  expect(await change(email, to)).toMatchObject({ status: 400, error: expect.stringContaining(error) });
  expect(received().length).toBe(before);
});

it('[NEWMAIL1] the present address is refused, and each organisation of a person must allow the domain', async () => {
  const email = 'both@delinde.example';
  const groups = ['user_type:organisation_user', 'organisation:de-linde', 'organisation:hortus-noord'];
  await server.it().identity.administration.invite({ email, name: 'Bo', family_name: 'Maes', locale: 'nl-BE', groups });
  expect(await change(email, ` ${email.toUpperCase()}`)).toMatchObject({ error: 'Invalid: The account has this address now.' });
  const params = { id: 'org-de-linde' };
  const body = { mail_domains: ['linde.example'] };
  await answerOf(server.it().address, postUpdateOrganisation, { params, body, token: token(staff) });
  expect(await change(await somebody(), 'new@linde.example')).toMatchObject({ ok: true });
  expect(await change(email, 'new@linde.example')).toMatchObject({
    status: 400,
    error: expect.stringContaining('are not allowed for Hortus'),
  });
  expect(await change(email, 'new@linde.example', adminOf('de-linde'))).toMatchObject({ status: 403 });
});

it('[NEWMAIL9] an account is moved to another organisation only if that one allows its next address, too', async () => {
  const body = { mail_domains: ['linde.example'] };
  await answerOf(server.it().address, postUpdateOrganisation, { params: { id: 'org-de-linde' }, body, token: token(staff) });
  const email = await somebody();
  expect(await change(email, 'moved@linde.example')).toMatchObject({ ok: true });
  const fields = { email, name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user' };
  const move = (organisation_id: string) =>
    ask(server.it().address, postUpdateUser, { body: { ...fields, organisation_id }, token: token(staff) });
  expect(await move('org-hortus-noord')).toMatchObject({
    status: 400,
    error: expect.stringContaining('Addresses of linde.example are not allowed for Hortus'),
  });
  expect(await move('org-de-linde')).toMatchObject({ ok: true });
  expect(await change(email, null)).toMatchObject({ ok: true });
  expect(await move('org-hortus-noord')).toMatchObject({ ok: true });
});

it('[NEWMAIL2] [INVITE11] mails to one new address are limited together with invitations', async () => {
  const email = await somebody();
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1) statuses.push((await change(email, 'often@delinde.example')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect((await change(email, null)).status).toBe(200);
});

it('[NEWMAIL5] the record has what was asked for and withdrawn, and the change under both addresses', async () => {
  const { address, identity } = server.it();
  const email = await somebody();
  const linesAbout = async (about: string) => {
    const { results } = await answerOf(address, getAuditLines, { token: token(staff), query: { about } });
    return results.map(({ who, call, params, changes, status }) => ({ who, call, params, changes, status }));
  };
  const admin = { username: 'an' };
  await change(email, 'next@delinde.example', staff, admin);
  await change(email, 'later@delinde.example', staff, admin);
  await change(email, null, staff, admin);
  const { name: call } = postChangeAddress;
  const line = { who: 'an', call, params: { email }, status: 200 };
  const changed = (from: string | null, to: string | null) => [{ field: 'new_email', from, to }];
  expect((await linesAbout(email)).slice(0, 3)).toEqual([
    { ...line, changes: changed('later@delinde.example', null) },
    { ...line, changes: changed('next@delinde.example', 'later@delinde.example') },
    { ...line, changes: changed(null, 'next@delinde.example') },
  ]);
  const groups = ['user_type:organisation_user', 'organisation:de-linde'];
  identity.noteSignIn({ kind: 'address_changed', username: 'jo.maes', groups, addresses: [email, 'final@delinde.example'] });
  const own = {
    who: 'jo.maes',
    call: 'address_changed',
    status: 200,
    changes: [{ field: 'email', from: email, to: 'final@delinde.example' }],
  };
  await until('both lines', async () => (await linesAbout('final@delinde.example')).length > 0 && (await linesAbout(email)).length > 4);
  expect(await linesAbout('final@delinde.example')).toEqual([{ ...own, params: { email: 'final@delinde.example' } }]);
  expect((await linesAbout(email))[0]).toEqual({ ...own, params: { email } });
});
