import { expect, it } from 'vitest';
import { deviceName, deviceNameProblem, SETTINGS_NOTE } from '#domain/devices/deviceSettings';

it.each([
  ['Lumion 40', undefined],
  ['  Lumion 40 ', undefined],
  ['x'.repeat(100), undefined],
  // A character, not a unit of UTF-16.
  ['🌱'.repeat(100), undefined],
  [` ${'x'.repeat(100)} `, undefined],
  ['<b>Ünïcode</b> & co', undefined],
  ['', 'Name cannot be empty.'],
  ['   ', 'Name cannot be empty.'],
  ['x'.repeat(101), 'Name cannot be longer than 100 characters.'],
  ['two\nlines', 'Name cannot contain line breaks or other control characters (U+000A).'],
  ['nul\0', 'Name cannot contain line breaks or other control characters (U+0000).'],
])('[MAINT1] the name %j: %s', (typed, problem) => {
  expect(deviceNameProblem(typed)).toBe(problem);
});

it('[MAINT1] blanks around a name are not kept', () => {
  expect(deviceName('  Lumion  40\t')).toBe('Lumion  40');
});

it('[MSG-061] [RULE-105] [CONST-044] the note says how long a change may take', () => {
  expect(SETTINGS_NOTE).toBe('Changes of name and life cycle stage take up to 48 h to reach all dashboards.');
});
