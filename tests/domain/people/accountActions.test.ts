import { expect, it } from 'vitest';
import {
  accountProblems,
  accountToSend,
  endsText,
  type ListedAccount,
  newAddressProblem,
  offeredActions,
} from '#domain/people/accountActions';

const jo: ListedAccount = {
  email: 'jo@delinde.example',
  user_type: 'organisation_user',
  status: 'ACTIVE',
  enabled: true,
  mfa_enabled: true,
};
const caller = (type: string, email = 'an@serra.example') => ({ email, groups: [`user_type:${type}`, 'organisation:de-linde'] });
const ALL = ['change', 'resetPassword', 'removeMfa', 'disable', 'delete'];

it.each<[string, ReturnType<typeof caller>, Partial<ListedAccount>, readonly string[]]>([
  ['a system_admin', caller('system_admin'), {}, ALL],
  ['an organisation_admin', caller('organisation_admin'), {}, ALL],
  ['an organisation_admin of staff', caller('organisation_admin'), { user_type: 'system_admin' }, []],
  ['a license_support_engineer', caller('license_support_engineer'), {}, []],
  ['an organisation_user', caller('organisation_user'), {}, []],
  ['anybody of the own account', caller('organisation_user', ' JO@delinde.example'), {}, ['change']],
  ['a system_admin of the own account', caller('system_admin', 'jo@delinde.example'), {}, ['change']],
  ['nobody of a role', { email: 'x@y.example', groups: [] }, {}, []],
  ['of a blocked account', caller('system_admin'), { enabled: false }, ['change', 'removeMfa', 'enable', 'delete']],
  ['of one without a second factor', caller('system_admin'), { mfa_enabled: false }, ['change', 'resetPassword', 'disable', 'delete']],
  ['of an invited one', caller('system_admin'), { status: 'INVITED', mfa_enabled: false }, ['change']],
  ['of one of which the server tells little', caller('system_admin'), { enabled: null, mfa_enabled: undefined, status: '' }, ALL],
])('[PEOPLE7] %s is offered what the server does', (_, by, more, actions) => {
  expect(offeredActions(by, { ...jo, ...more }, false)).toEqual(actions);
});

it.each<[string, ReturnType<typeof caller>, Partial<ListedAccount>, readonly string[]]>([
  ['an account', caller('organisation_admin'), {}, ['changeAddress']],
  ['one that gets a new address', caller('system_admin'), { new_email: 'joke@delinde.example' }, ['changeAddress', 'keepAddress']],
  ['a blocked one', caller('system_admin'), { enabled: false }, []],
  ['an invited one', caller('system_admin'), { status: 'INVITED' }, []],
  ['the own one', caller('system_admin', jo.email), {}, []],
  ['somebody else’s, of a user', caller('organisation_user'), {}, []],
])('[NEWMAIL6] where the server changes addresses, that of %s is offered as the server does it', (_, by, more, actions) => {
  const offered = offeredActions(by, { ...jo, ...more }, true);
  expect(offered.filter((action) => action === 'changeAddress' || action === 'keepAddress')).toEqual(actions);
  expect(offeredActions(by, { ...jo, ...more }, false)).toEqual(offered.filter((action) => !actions.includes(action)));
});

it.each([
  ['joke@delinde.example', undefined],
  [' Joke@DeLinde.example ', undefined],
  ['', 'Email address is not valid.'],
  ['joke@delinde', 'Email address is not valid.'],
  ['jo ke@delinde.example', 'Email address is not valid.'],
  ['joke@delinde.example, jo@delinde.example', 'Email address is not valid.'],
  [' JO@delinde.example', 'The account has this address now.'],
])('[NEWMAIL1] the new address %j is checked', (typed, problem) => {
  expect(newAddressProblem(typed, jo.email)).toBe(problem);
});

it.each([
  ['change', null],
  ['changeAddress', null],
  ['keepAddress', null],
  ['resetPassword', null],
  ['enable', null],
  ['removeMfa', 'Jo Maes is signed out everywhere at once, and sets up a new second factor at the next sign-in.'],
  ['disable', 'Jo Maes is signed out everywhere at once and cannot sign in until unblocked. What was recorded stays.'],
  ['delete', 'Jo Maes is signed out everywhere at once, and the account ends for good. What was recorded stays.'],
] as const)('[PEOPLE8] %s says what it ends', (action, text) => {
  expect(endsText(action, 'Jo Maes')).toBe(text);
});

const fields = { name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user', organisation_id: 'org-1' };
const problemsOf = (more: Partial<typeof fields>, role: Parameters<typeof accountProblems>[2], before = fields) =>
  Object.values(accountProblems({ ...fields, ...more }, before, role)).filter((text) => text !== undefined);

it('[PEOPLE1] a changed account is checked as an invitation is; the type that it has needs no right to give it', () => {
  expect(problemsOf({}, 'organisation_admin')).toEqual([]);
  expect(problemsOf({ name: ' ' }, 'organisation_admin')).toEqual(['First name cannot be empty.']);
  expect(problemsOf({ organisation_id: '' }, 'system_admin')).toHaveLength(1);
  expect(problemsOf({ user_type: 'system_admin' }, 'organisation_admin')).toHaveLength(1);
  const admin = { ...fields, user_type: 'organisation_admin' };
  expect(problemsOf(admin, 'organisation_user', admin)).toEqual([]);
});

it.each([
  ['the list', 'org-1', {}],
  ['another one', 'org-2', { from_organisation_id: 'org-2' }],
  ['no organisation', '', {}],
])('[PEOPLE11] with the organisation of %s, %j, an account is sent with %j', (_, from, more) => {
  expect(accountToSend('jo@x.example', fields, from)).toEqual({ ...fields, email: 'jo@x.example', ...more });
});
