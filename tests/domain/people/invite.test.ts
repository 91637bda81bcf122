import { expect, it } from 'vitest';
import { type Invite, inviteEmail, inviteProblems, inviteToSend, inviteWarning, isEmail, mayInviteType } from '#domain/people/invite';
import { type Role, roles } from '#domain/people/rights';

const invite: Invite = {
  email: 'jo@delinde.example',
  name: 'Jo',
  family_name: 'Maes',
  user_type: 'organisation_user',
  locale: 'nl-BE',
  organisation_id: 'org-de-linde',
};
const problems = (more: Partial<Invite>, caller: Role | null = 'system_admin') =>
  Object.fromEntries(Object.entries(inviteProblems({ ...invite, ...more }, caller)).filter(([, text]) => text !== undefined));

it('[USER-017] a sound invite has no problem', () => {
  expect(problems({})).toEqual({});
});

it.each([
  ['jo@delinde.example', true],
  ['jo.maes+robots@mail.de-linde.example', true],
  ["o'brien@delinde.example", true],
  ['!#$%&*+/=?^_`{|}~-@delinde.example', true],
  ['1@2.3', true],
  ['a@xn--mller-kva.example', true],
  [`${'a'.repeat(64)}@delinde.example`, true],
  [`${'a'.repeat(65)}@delinde.example`, false],
  [`a@${'b.'.repeat(125)}co`, true],
  [`a@${'b.'.repeat(127)}co`, false],
  [`a@${'b'.repeat(64)}.example`, false],
  ['jo', false],
  ['jo@', false],
  ['@delinde.example', false],
  ['jo@delinde', false],
  ['jo@.example', false],
  ['jo@delinde..example', false],
  ['jo@-delinde.example', false],
  ['.jo@delinde.example', false],
  ['jo..maes@delinde.example', false],
  ['jo maes@delinde.example', false],
  ['jo@delinde.example\nBcc: eve@evil.example', false],
  ['jo@delinde.example,eve@evil.example', false],
  ['<jo@delinde.example>', false],
  ['"jo"@delinde.example', false],
  ['jo@[127.0.0.1]', false],
  ['jø@delinde.example', false],
  ['', false],
])('[USER-008] %j as an address: %j', (email, is) => {
  expect(isEmail(email)).toBe(is);
});

it('[USER-007] an address is lower-cased', () => {
  expect(inviteEmail(' Jo.MAES@DeLinde.Example ')).toBe('jo.maes@delinde.example');
  expect(problems({ email: ' Jo@DELINDE.example ' })).toEqual({});
});

it.each<[string, Partial<Invite>, keyof Invite, string]>([
  ['[USER-008] [MSG-079]', { email: 'jo@' }, 'email', 'Email address is not valid.'],
  ['[USER-009] [MSG-080]', { name: ' ' }, 'name', 'First name cannot be empty.'],
  ['[USER-010] [MSG-081]', { family_name: '' }, 'family_name', 'Family name cannot be empty.'],
  ['[USER-011] [MSG-082]', { user_type: '' }, 'user_type', 'User type cannot be empty.'],
  ['[USER-012] [MSG-083]', { locale: '' }, 'locale', 'Locale cannot be empty.'],
  ['[INVITE1]', { name: 'x'.repeat(101) }, 'name', 'First name cannot be longer than 100 characters.'],
  ['[INVITE1]', { family_name: 'x'.repeat(101) }, 'family_name', 'Family name cannot be longer than 100 characters.'],
  ['[INVITE1]', { name: 'a\nb' }, 'name', 'First name cannot contain line breaks or other control characters (U+000A).'],
  ['[INVITE1]', { user_type: 'owner' }, 'user_type', 'There is no such user type.'],
  [
    '[USER-014] [MSG-085]',
    { organisation_id: '' },
    'organisation_id',
    'An organisation needs to be selected when adding an organisation user or admin',
  ],
  [
    '[USER-014] [MSG-085]',
    { user_type: 'organisation_admin', organisation_id: '' },
    'organisation_id',
    'An organisation needs to be selected when adding an organisation user or admin',
  ],
])('%s %j: %s is %j', (_id, more, field, text) => {
  expect(problems(more)).toEqual({ [field]: text });
});

it('[INVITE1] a name of 100 characters, also of two units each, is not too long', () => {
  expect(problems({ name: '😀'.repeat(100), family_name: ' de la Cruz-Ó’Neill ' })).toEqual({});
});

const STAFF_TEXT = 'Only system admins can invite system admins and license support engineers';
it.each<[Role, Role, boolean]>(
  roles.flatMap((caller) =>
    roles.map((type): [Role, Role, boolean] => [
      caller,
      type,
      caller === 'system_admin' || (caller === 'organisation_user' ? type === caller : type.startsWith('organisation_')),
    ]),
  ),
)('[ROLE-019] [ROLE-020] [ROLE-021] [USER-013] [MSG-084] [INVITE9] %s may invite %s: %j', (caller, user_type, may) => {
  expect(mayInviteType(caller, user_type)).toBe(may);
  const text = user_type === 'organisation_admin' ? 'Only organisation admins can invite organisation admins' : STAFF_TEXT;
  expect(problems({ user_type }, caller)).toEqual(may ? {} : { user_type: text });
});

it('[INVITE1] a person without a role invites nobody', () => {
  expect(roles.map((type) => mayInviteType(null, type))).toEqual([false, false, false, false]);
});

const IGNORED = 'Organisation will be ignored when inviting a license support engineer';
it.each<[string, Partial<Invite>, string | undefined]>([
  ['[USER-015] [MSG-086]', { user_type: 'license_support_engineer' }, IGNORED],
  ['[USER-016] [GAP-57]', { user_type: 'system_admin' }, IGNORED],
  ['[GAP-57]', { user_type: 'system_admin', organisation_id: '' }, undefined],
  ['[USER-015]', { user_type: 'organisation_user' }, undefined],
  ['[USER-015]', { user_type: '' }, undefined],
])('%s %j warns: %s', (_id, more, text) => {
  expect(inviteWarning({ ...invite, ...more })).toBe(text);
});

it('[OPEN-72] an organisation is sent only where it counts', () => {
  const person = { email: 'jo@delinde.example', name: 'Jo', family_name: 'Maes', locale: 'nl-BE' };
  expect(inviteToSend({ ...invite, email: ' JO@delinde.example', name: ' Jo ' })).toEqual({
    ...person,
    user_type: 'organisation_user',
    organisation_id: 'org-de-linde',
  });
  expect(inviteToSend({ ...invite, user_type: 'system_admin' })).toEqual({ ...person, user_type: 'system_admin' });
});
