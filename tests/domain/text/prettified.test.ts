import { toTitleCase, userTypeText } from '#domain/text/titleCase';
import { expect, it } from 'vitest';

it.each([
  ['PROF-005', ['growers', 'user_type:license_support_engineer'], 'License Support Engineer'],
  ['PROF-005', ['user_type:system_admin', 'user_type:organisation_user'], 'System Admin'],
  ['PROF-005', ['user_type:gardener'], 'Gardener'],
  ['PROF-005', ['growers'], '-'],
  ['PROF-005', ['user_type:'], '-'],
  ['PROF-005', [], '-'],
])('[%s] the groups %j read %s', (_, groups, text) => {
  expect(userTypeText(groups)).toBe(text);
});

it('[TYPE1] words of the wire are prettified', () => {
  expect(toTitleCase('__PRE_DEPLOYMENT')).toBe('Pre Deployment');
});
