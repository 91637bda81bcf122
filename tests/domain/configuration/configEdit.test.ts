import { changeBody, configProblem, configValueText, draftOf, editRefusal, readDraft } from '#domain/configuration/configEdit';
import { configRightsOf } from '#domain/configuration/configRights';
import { expect, it } from 'vitest';

const support = configRightsOf(['user_type:license_support_engineer']);

it.each([
  ['DEV-100] [MSG-048', 'Navigation-RED', 'online', 'Not allowed to edit'],
  ['DEV-099] [MSG-049', 'Navigation-GREEN', 'offline', 'Device is not online'],
  ['STAT1', 'Navigation-GREEN', 'unknown', 'Not known whether the device is online'],
  ['DEV-100', 'Navigation-RED', 'offline', 'Not allowed to edit'],
  ['DEV-100', 'Navigation', 'online', 'Not allowed to edit'],
  ['DEV-099', 'Navigation-ORANGE', 'online', null],
] as const)('[%s] of %s, %s, a support engineer reads %s; the missing right is shown first', (_, group, status, text) => {
  expect(editRefusal(support, group, status)).toBe(text);
});

it.each([
  [0.123456789, '0.123456789'],
  [1_234_567, '1234567'],
  [false, 'false'],
  ['a\nb', 'a\nb'],
  ['', ''],
  [null, '-'],
])('[DEV-088] the value %j reads %j, never rounded', (value, text) => {
  expect(configValueText(value)).toBe(text);
});

it.each([
  ['DEV-093', 'bool', true, true],
  ['DEV-094', 'string', 'a\nb', 'a\nb'],
  ['DEV-095', 'float', 0.5, '0.5'],
  ['DEV-096', 'int', -3, '-3'],
  ['EDIT6] [DEV-093', 'bool', 'true', true],
  ['EDIT6] [DEV-093', 'bool', 'True', true],
  ['EDIT6] [DEV-093', 'bool', 1, true],
  ['EDIT6] [DEV-093', 'bool', 'False', false],
  ['EDIT6] [DEV-093', 'bool', 0, false],
  ['EDIT6] [DEV-093', 'bool', null, ''],
  ['EDIT6] [DEV-093', 'bool', undefined, ''],
] as const)('[%s] [CONST-067] the editor of a %s that is %j begins with %j', (_, type, value, draft) => {
  expect(draftOf(type, value)).toBe(draft);
});

it.each([
  ['bool', true, true],
  ['bool', false, false],
  ['string', ' two\nlines ', ' two\nlines '],
  ['string', '', ''],
  ['float', '0.5', 0.5],
  ['float', ' -1.5e3 ', -1_500],
  ['float', '.5', 0.5],
  ['int', '+7', 7],
  ['int', '1e3', 1_000],
  ['int', '5.0', 5],
] as const)('[CONST-067] a %s reads %j as %j, and has nothing against it', (type, draft, value) => {
  expect(readDraft(type, draft)).toBe(value);
  expect(configProblem({ type }, value)).toBeNull();
});

it.each([
  ['DEV-095', 'float', '', 'Enter a number, for example 0.5.'],
  ['DEV-095', 'float', '0,5', 'Enter a number, for example 0.5.'],
  ['DEV-095', 'float', 'Infinity', 'Enter a number, for example 0.5.'],
  ['DEV-095', 'float', '0x10', 'Enter a number, for example 0.5.'],
  ['DEV-095', 'float', '1e999', 'This number is too large.'],
  ['DEV-096', 'int', '1.5', 'Enter a whole number.'],
  ['DEV-096', 'int', 'NaN', 'Enter a whole number.'],
  ['DEV-096', 'int', '-', 'Enter a whole number.'],
  ['DEV-096', 'int', '9007199254740993', 'This number is too large.'],
] as const)('[%s] [CONST-067] a %s refuses %j: %s', (_, type, draft, problem) => {
  expect(configProblem({ type }, readDraft(type, draft))).toBe(problem);
});

it.each([
  ['bool', 'true', 'Choose yes or no.'],
  ['string', 5, 'Enter a text.'],
  ['int', true, 'Enter a whole number.'],
  ['float', '0.5', 'Enter a number, for example 0.5.'],
] as const)('[CONST-067] a %s is no %j', (type, value, problem) => {
  expect(configProblem({ type }, value)).toBe(problem);
});

it.each([
  [{ type: 'int', min: 1, max: 8 }, 0, 'The least is 1.'],
  [{ type: 'int', min: 1, max: 8 }, 1, null],
  [{ type: 'float', min: null, max: 0.5 }, 0.5, null],
  [{ type: 'float', min: null, max: 0.5 }, 0.51, 'The most is 0.5.'],
  [{ type: 'float', min: 0, max: 1 }, Number.POSITIVE_INFINITY, 'The most is 1.'],
] as const)('[EDIT2] a parameter %j with the value %d has the problem %s', (model, value, problem) => {
  expect(configProblem(model, value)).toBe(problem);
});

const speed = { file: 'navigation.yaml', name: 'max_speed' };
it.each([
  ['DEV-097', speed, 'float', 0.5, '0.6', { file_name: 'navigation.yaml', config_name: 'max_speed', new_value: 0.6, old_value: 0.5 }],
  ['DEV-097', speed, 'bool', false, true, { file_name: 'navigation.yaml', config_name: 'max_speed', new_value: true, old_value: false }],
  ['DEV-097', speed, 'float', 0.5, '0.50', null],
  ['DEV-097', speed, 'float', 0, '-0', null],
  ['DEV-098', { ...speed, file: '' }, 'float', 0.5, '0.6', null],
  ['EDIT6', speed, 'bool', null, true, { file_name: 'navigation.yaml', config_name: 'max_speed', new_value: true, old_value: null }],
  ['EDIT6', speed, 'bool', undefined, false, { file_name: 'navigation.yaml', config_name: 'max_speed', new_value: false }],
  ['EDIT6', speed, 'bool', 'True', false, { file_name: 'navigation.yaml', config_name: 'max_speed', new_value: false, old_value: 'True' }],
] as const)('[%s] of %j, a %s of %j changed to %j sends %j', (_, at, type, seen, draft, body) => {
  expect(changeBody(at, { type, seen, draft, begun: draftOf(type, seen) })).toEqual(body);
});

it.each([
  ['bool', 1],
  ['bool', 'true'],
  ['bool', 'True'],
  ['bool', 'no'],
  ['bool', null],
  ['bool', undefined],
  ['string', undefined],
  ['string', 5],
  ['int', '5'],
  ['int', null],
  ['float', '0.50'],
  ['float', undefined],
  ['list', '1, 2'],
  ['list', null],
  ['list', [1, 2]],
])('[EDIT6] [DEV-097] the editor of a %s that is %j sends nothing unless it is changed', (type, seen) => {
  const begun = draftOf(type, seen);
  expect(changeBody(speed, { type, seen, begun, draft: begun })).toBeNull();
});
