import { expect, it } from 'vitest';
import { accountFindings, type AccountFacts } from '#domain/people/accountFindings';

const known = { groups: new Set(['organisation:a', 'organisation:b']), locales: new Set(['nl-BE', 'en-GB']) };

const anAccount = (changes: Partial<AccountFacts> = {}): AccountFacts => ({
  username: 'els.peeters',
  email: 'els.peeters@a.example',
  name: 'Els',
  family_name: 'Peeters',
  locale: 'nl-BE',
  groups: ['user_type:organisation_admin', 'organisation:a'],
  isMailAllowed: true,
  isEnabled: true,
  hasSecondFactor: true,
  ...changes,
});
const admin = anAccount({ username: 'an', groups: ['user_type:system_admin'] });
const findingsFor = (changes: Partial<AccountFacts>) =>
  accountFindings([admin, anAccount(changes)], known).map(({ severity, text }) => [severity, text]);

it.each<readonly [string, Partial<AccountFacts>, readonly (readonly [string, string])[]]>([
  ['[VAL2] [VAL3] [VAL4] [VAL5] a sound account', {}, []],
  ['[VAL2] one without a user type', { groups: ['organisation:a'] }, [['error', 'The account has no user type.']]],
  ['[VAL2] one without any group', { groups: [] }, [['error', 'The account has no user type.']]],
  [
    '[VAL2] one with two user types',
    { groups: ['user_type:organisation_user', 'user_type:system_admin', 'organisation:a'] },
    [['error', 'The account has more than one user type: organisation_user, system_admin. The first one counts.']],
  ],
  [
    '[VAL2] one of an unknown user type',
    { groups: ['user_type:owner', 'organisation:a'] },
    [['error', 'The user type "owner" is not known.']],
  ],
  ['[VAL2] one of an empty user type', { groups: ['user_type:', 'organisation:a'] }, [['error', 'The user type "" is not known.']]],
  [
    '[VAL3] one in a group of no organisation',
    { groups: ['user_type:organisation_user', 'organisation:a', 'organisation:gone'] },
    [['error', 'The group "organisation:gone" belongs to no organisation.']],
  ],
  [
    '[VAL3] one whose only group is of no organisation',
    { groups: ['user_type:organisation_user', '__proto__'] },
    [
      ['error', 'The group "__proto__" belongs to no organisation.'],
      ['error', 'The account is of no organisation and sees nothing.'],
    ],
  ],
  [
    '[VAL3] an organisation_user without an organisation',
    { groups: ['user_type:organisation_user'] },
    [['error', 'The account is of no organisation and sees nothing.']],
  ],
  ['[VAL3] one of two organisations', { groups: ['user_type:organisation_user', 'organisation:a', 'organisation:b'] }, []],
  [
    '[VAL3] staff with a group of an organisation',
    { groups: ['user_type:license_support_engineer', 'organisation:b'] },
    [['info', 'Staff see every organisation: the group "organisation:b" is not needed.']],
  ],
  [
    '[VAL4] one without names',
    { name: ' ', family_name: '' },
    [
      ['warning', 'The first name is missing.'],
      ['warning', 'The family name is missing.'],
    ],
  ],
  ['[VAL4] one without a locale', { locale: '' }, [['warning', 'The locale is missing.']]],
  ['[VAL4] one of an unknown locale', { locale: 'xx-YY' }, [['warning', 'The locale "xx-YY" is not known.']]],
  [
    '[VAL5] one with an address that may not sign in',
    { isMailAllowed: false },
    [['warning', 'The mail address is of no allowed domain: this person cannot sign in.']],
  ],
  ['[VAL5] one without a second factor', { hasSecondFactor: false }, [['info', 'The second factor is not set up yet.']]],
  [
    '[VAL5] a disabled one, whose sign-in does not matter',
    { isEnabled: false, isMailAllowed: false, hasSecondFactor: false },
    [['info', 'The account is disabled.']],
  ],
])('%s', (_, changes, input) => {
  expect(findingsFor(changes)).toEqual(input);
});

it.each<readonly [string, readonly AccountFacts[], boolean]>([
  ['nobody', [], true],
  ['an organisation admin', [anAccount()], true],
  ['a disabled system admin', [{ ...admin, isEnabled: false }], true],
  ['a system admin without a second factor', [{ ...admin, hasSecondFactor: false }], true],
  ['one whose second user type it is', [{ ...admin, groups: ['user_type:organisation_user', 'user_type:system_admin'] }], true],
  ['a system admin', [anAccount(), admin], false],
])('[VAL6] with %s alone', (_, accounts, isFatal) => {
  expect(accountFindings(accounts, known).filter(({ severity }) => severity === 'fatal')).toEqual(
    isFatal
      ? [
          {
            severity: 'fatal',
            text: 'No enabled system admin has a second factor: nobody can administer.',
            name: 'All accounts',
            id: 'user_type:system_admin',
          },
        ]
      : [],
  );
});

it('[VAL4] a finding names the person, by address where the name is missing', () => {
  const nameOf = (changes: Partial<AccountFacts>) => accountFindings([admin, anAccount({ locale: '', ...changes })], known)[0];
  expect(nameOf({})).toMatchObject({ name: 'Els Peeters', id: 'els.peeters' });
  expect(nameOf({ name: '', family_name: ' ' })).toMatchObject({ name: 'els.peeters@a.example' });
  expect(nameOf({ name: '' })).toMatchObject({ name: 'Peeters' });
});
