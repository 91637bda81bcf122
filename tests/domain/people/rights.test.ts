import { missingMembership, organisationGroups, roleOf, roles, seesEverything } from '#domain/people/rights';
import { expect, it } from 'vitest';

it.each([
  ['ROLE-002', ['user_type:system_admin'], 'system_admin'],
  ['ROLE-003', ['growers', 'user_type:license_support_engineer'], 'license_support_engineer'],
  ['ROLE-004', ['user_type:organisation_admin'], 'organisation_admin'],
  ['ROLE-005', ['user_type:organisation_user'], 'organisation_user'],
  ['ROLE-001', ['user_type:organisation_user', 'user_type:system_admin'], 'organisation_user'],
  ['ROLE-001', ['system_admin'], null],
  ['ROLE-001', ['user_type:gardener'], null],
  ['ROLE-001', [], null],
])('[%s] the groups %j give the role %s', (_, groups, role) => {
  expect(roleOf(groups)).toBe(role);
});

it('[GAP-101] every group but the user type names an organisation; staff sees all of them', () => {
  expect(organisationGroups(['user_type:organisation_user', 'growers', 'tomatoes'])).toEqual(['growers', 'tomatoes']);
  expect([...roles, null].filter((role) => seesEverything(role))).toEqual(['system_admin', 'license_support_engineer']);
});

it.each([
  [[], 'role'],
  [['organisation:delinde'], 'role'],
  [['user_type:gardener', 'organisation:delinde'], 'role'],
  [['user_type:organisation_user'], 'organisation'],
  [['user_type:organisation_admin'], 'organisation'],
  [['user_type:organisation_user', 'organisation:delinde'], null],
  [['user_type:license_support_engineer'], null],
  [['user_type:system_admin'], null],
] as const)('[OIDC9] [ROLE-011] the groups %j lack %s', (groups, missing) => {
  expect(missingMembership(groups)).toBe(missing);
});
