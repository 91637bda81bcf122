import { configColours, configRightsOf, groupOf, isAllowed } from '#domain/configuration/configRights';
import { expect, it } from 'vitest';

const nobody: readonly string[] = [];

/** The colours on which a person may view, and those on which they may configure. */
function reach(groups: readonly string[]) {
  const rights = configRightsOf(groups);
  const on = (action: 'view' | 'configure') =>
    configColours.filter((colour) => isAllowed(rights, `Navigation-${colour}`, action)).join(' ');
  return { view: on('view'), configure: on('configure') };
}

const ALL = 'GREEN YELLOW ORANGE RED';

it.each([
  ['ROLE-007', ['user_type:system_admin'], ALL, ALL],
  ['ROLE-008] [ROLE-009', ['user_type:license_support_engineer', 'growers'], ALL, 'GREEN YELLOW ORANGE'],
  ['ROLE-010', ['user_type:organisation_admin', 'growers'], ALL, ''],
  ['ROLE-010', ['user_type:organisation_user'], ALL, ''],
  ['ROLE-010', ['growers'], ALL, ''],
  ['ROLE-011', nobody, '', ''],
])('[%s] [CONST-066] the groups %j see %j and configure %j', (_, groups, view, configure) => {
  expect(reach(groups)).toEqual({ view, configure });
});

it.each([
  ['ROLE-012', ['*-GREEN-configure'], 'Navigation-Green', 'configure', true],
  ['ROLE-012', ['*-GREEN-configure'], 'Lane-Switch-GREEN', 'configure', true],
  ['ROLE-012', ['*-GREEN-configure'], 'GREEN', 'view', true],
  ['ROLE-012', ['*-GREEN-configure'], 'Navigation', 'view', false],
  ['CONFV2', configRightsOf(['user_type:system_admin']), 'Navigation', 'configure', true],
  ['CONFV2', configRightsOf(['user_type:license_support_engineer']), 'Navigation-BLUE', 'view', true],
  ['CONFV2', configRightsOf(['user_type:license_support_engineer']), 'Navigation-BLUE', 'configure', false],
  ['CONFV2', configRightsOf(['user_type:organisation_admin']), '', 'view', true],
  ['CONFV2', configRightsOf(['user_type:organisation_user']), '', 'view', false],
  ['ROLE-006', ['Navigation-GREEN-configure'], 'Navigation-GREEN', 'configure', true],
  ['ROLE-006', ['Lane-Switch-GREEN-configure'], 'Lane-Switch-GREEN', 'configure', true],
  ['ROLE-006', ['Navigation-GREEN-configure'], 'Lights-GREEN', 'configure', false],
  ['GAP-50', ['*-GREEN-configure'], 'Navigation-GREEN', 'view', true],
  ['GAP-50', ['*-GREEN-view'], 'Navigation-GREEN', 'configure', false],
] as const)('[%s] the rights %j on %s allow to %s: %s', (_, rights, group, action, allowed) => {
  expect(isAllowed(rights, group, action)).toBe(allowed);
});

it.each([
  ['Navigation-GREEN', 'Navigation', 'GREEN'],
  ['Lane-Switch-red', 'Lane-Switch', 'RED'],
  ['-ORANGE', '', 'ORANGE'],
  ['Navigation', 'Navigation', null],
  ['Navigation-BLUE', 'Navigation-BLUE', null],
  ['', '', null],
])('[ROLE-012] "%s" is the group "%s" of colour %s', (modelGroup, name, colour) => {
  expect(groupOf(modelGroup)).toEqual({ name, colour });
});
