import { expect, it } from 'vitest';
import { claimMapping, documentedClaims, type ClaimMapping } from '#contract/config';
import { claimAt, listClaim, personOf, textClaim } from '#domain/people/claims';

const mapping = (input: object): ClaimMapping => claimMapping.parse(input);
const admin = ['user_type:system_admin'];

it.each([
  [
    'as the documents name them',
    { 'cognito:username': 'an', 'cognito:groups': admin, email: 'an@s.example', name: 'An', family_name: 'Vos', locale: 'nl-BE' },
    documentedClaims,
    { username: 'an', email: 'an@s.example', groups: admin, first_name: 'An', family_name: 'Vos', locale: 'nl-BE' },
  ],
  [
    'in the access token of Cognito',
    { sub: '1', username: 'an', 'cognito:groups': admin, token_use: 'access', client_id: 'c' },
    documentedClaims,
    { username: 'an', email: '', groups: admin, first_name: null, family_name: null, locale: null },
  ],
  [
    'of Keycloak, roles by a path',
    { preferred_username: 'an', realm_access: { roles: [...admin, 'offline_access'] }, given_name: 'An', name: 'An Vos', email: 'a@b.c' },
    mapping({ username: 'preferred_username', groups: 'realm_access.roles', first_name: 'given_name' }),
    { username: 'an', email: 'a@b.c', groups: [...admin, 'offline_access'], first_name: 'An', family_name: null, locale: null },
  ],
  [
    'of LemonLDAP::NG, groups as one text',
    { sub: 'dwho', groups: 'user_type:system_admin; delinde', mail: 'd@b.c' },
    mapping({ username: 'sub', groups: 'groups', email: ['email', 'mail'] }),
    { username: 'dwho', email: 'd@b.c', groups: ['user_type:system_admin', 'delinde'], first_name: null, family_name: null, locale: null },
  ],
  ['of nobody', {}, documentedClaims, { username: '', email: '', groups: [], first_name: null, family_name: null, locale: null }],
])('[OIDC1] reads the claims %s', (_, claims, input, person) => {
  expect(personOf(claims, input)).toEqual(person);
});

it('[OIDC1] a name with dots is a name before it is a path; what a claim inherits is none', () => {
  const claims = { 'a.b': 1, a: { b: 2, c: { d: 3 } } };
  expect(
    ['a.b', 'a.c.d', 'a.c.x', 'a.b.c', 'toString', '__proto__.toString', 'a.constructor'].map((name) => claimAt(claims, name)),
  ).toEqual([1, 3, undefined, undefined, undefined, undefined, undefined]);
});

it.each([
  [
    ['one', 2, null, ' two ', 'one', ''],
    ['one', 'two'],
  ],
  ['one;two; three ;', ['one', 'two', 'three']],
  ['', []],
  [{ one: true }, []],
  [7, []],
  [null, []],
])('[OIDC1] groups %j are %j', (groups, words) => {
  expect(listClaim({ groups }, ['groups'], ';')).toEqual(words);
});

it('[OIDC1] the first text with something in it counts, and the groups of all claims', () => {
  expect(textClaim({ a: '', b: 7, c: ' ', d: 'yes', e: 'no' }, ['a', 'b', 'c', 'd', 'e'])).toBe('yes');
  expect(listClaim({ a: ['one'], b: 'two,one' }, ['a', 'b'], ',')).toEqual(['one', 'two']);
});
