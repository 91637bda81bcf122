import { configRightsOf } from '#domain/configuration/configRights';
import { shownFiles } from '#domain/configuration/configList';
import { expect, it } from 'vitest';

const admin = configRightsOf(['user_type:system_admin']);
const parameter = (group: string, command_name = '') => ({ value: 1, model: { command_name, group, type: 'int' as const } });
const config = {
  file_names: ['navigation.yaml', 'empty.yaml', 'lights.yaml'],
  config: {
    'lights.yaml': { strobe: parameter('Lights-YELLOW') },
    'navigation.yaml': {
      speed_10: parameter('Navigation-GREEN', 'set_speed'),
      speed_9: parameter('Navigation-GREEN'),
      torque: parameter('Navigation-RED'),
      bumper: parameter('Bumper-ORANGE'),
      odd: parameter('Navigation-BLUE'),
      bare: parameter('GREEN'),
    },
    'unlisted.yaml': { hidden: parameter('Navigation-GREEN') },
  },
};
/** `file: Group-COLOUR(names)` of all that is shown. */
const shown = (rights: readonly string[], search = '') =>
  shownFiles(config, rights, search).map(
    ({ name, groups }) =>
      `${name}: ${groups.map((group) => `${group.name}-${group.colour}(${group.parameters.map((each) => each.name).join(' ')})`).join(' ')}`,
  );

it('[DEV-087] [DEV-088] [ROLE-012] files as the device lists them, parameters by group, colour and name, numbers by their value', () => {
  expect(shown(admin)).toEqual([
    'navigation.yaml: -GREEN(bare) Bumper-ORANGE(bumper) Navigation-GREEN(speed_9 speed_10) Navigation-RED(torque) Navigation-BLUE-null(odd)',
    'empty.yaml: ',
    'lights.yaml: Lights-YELLOW(strobe)',
  ]);
});

it.each([
  ['*-RED-view', 'navigation.yaml: Navigation-RED(torque)'],
  ['Bumper-ORANGE-configure', 'navigation.yaml: Bumper-ORANGE(bumper)'],
  ['*-BLUE-view', 'navigation.yaml: '],
])('[DEV-101] [ROLE-006] the right %s alone shows %s', (right, navigation) => {
  expect(shown([right])[0]).toBe(navigation);
});

it.each([
  ['user_type:license_support_engineer', true],
  ['user_type:organisation_admin', true],
  ['user_type:organisation_user', false],
])('[CONFV2] a group of no known colour is there for the provider and administrators: %s', (group, isShown) => {
  expect(shown(configRightsOf([group]), 'odd')[0]).toBe(`navigation.yaml: ${isShown ? 'Navigation-BLUE-null(odd)' : ''}`);
});

it('[GAP-49] [ROLE-011] without groups the files stand there, without parameters', () => {
  expect(shown(configRightsOf([]))).toEqual(['navigation.yaml: ', 'empty.yaml: ', 'lights.yaml: ']);
});

it.each([
  ['STROBE', 'lights.yaml: Lights-YELLOW(strobe)'],
  [' light ', 'lights.yaml: Lights-YELLOW(strobe)'],
  ['set_speed', 'navigation.yaml: Navigation-GREEN(speed_10)'],
  ['bump', 'navigation.yaml: Bumper-ORANGE(bumper)'],
])('[EDIT1] a search for "%s" goes over the parameters of all files', (search, found) => {
  expect(shown(admin, search).filter((file) => !file.endsWith(': '))).toEqual([found]);
});
