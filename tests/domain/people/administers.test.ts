import { expect, it } from 'vitest';
import { isSharedAccount, mayChangeAccount } from '#domain/people/rights';

const staff = ['user_type:system_admin'];
const support = ['user_type:license_support_engineer'];
const adminOf = (...names: string[]) => ['user_type:organisation_admin', ...names.map((name) => `organisation:${name}`)];
const userOf = (...names: string[]) => ['user_type:organisation_user', ...names.map((name) => `organisation:${name}`)];

it.each<readonly [string, readonly string[], readonly string[], boolean]>([
  ['a system_admin, a system_admin', staff, staff, true],
  ['a system_admin, a user', staff, userOf('a'), true],
  ['a system_admin, somebody without groups', staff, [], true],
  ['a support engineer, a user', support, userOf('a'), false],
  ['a support engineer with a group, a user of it', [...support, 'organisation:a'], userOf('a'), false],
  ['an admin, a user of the organisation', adminOf('a'), userOf('a'), true],
  ['an admin, an admin of the organisation', adminOf('a'), adminOf('a'), true],
  ['an admin of two, a user of one', adminOf('a', 'b'), userOf('b'), true],
  ['an admin of one, a user of two', adminOf('a'), userOf('a', 'b'), false],
  ['an admin, a user of another', adminOf('a'), userOf('b'), false],
  ['an admin, a user of none', adminOf('a'), userOf(), false],
  ['an admin, a system_admin', adminOf('a'), staff, false],
  ['an admin, a support engineer with the group', adminOf('a'), [...support, 'organisation:a'], false],
  ['an admin, somebody of an unknown type', adminOf('a'), ['user_type:owner', 'organisation:a'], true],
  ['an admin of none, a user of none', adminOf(), userOf(), false],
  ['a user, a user of the organisation', userOf('a'), userOf('a'), false],
  ['somebody of an unknown type, a user', ['user_type:owner', 'organisation:a'], userOf('a'), false],
  ['nobody, nobody', [], [], false],
])('[ADMIN1] %s', (_, caller, other, may) => {
  expect(mayChangeAccount(caller, other)).toBe(may);
});

it.each<readonly [string, readonly string[], readonly string[], boolean]>([
  ['an admin of one, a user of two', adminOf('a'), userOf('a', 'b'), true],
  ['an admin of both, a user of two', adminOf('a', 'b'), userOf('a', 'b'), false],
  ['an admin, a user of others', adminOf('a'), userOf('b', 'c'), false],
  ['an admin, a support engineer with the group', adminOf('a'), [...support, 'organisation:a', 'organisation:b'], false],
  ['a user, a user of two', userOf('a'), userOf('a', 'b'), false],
  ['a system_admin, a user of two', staff, userOf('a', 'b'), false],
])('[ADMIN2] %s: shared with others', (_, caller, other, isShared) => {
  expect(isSharedAccount(caller, other)).toBe(isShared);
});
