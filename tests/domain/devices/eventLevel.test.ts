import { expect, it } from 'vitest';
import { eventLevel } from '#contract/devices/deviceEvent';
import { levelChoices, levelOf, levelText } from '#domain/devices/eventLevel';

it('[RULE-080] [GAP-22] every level has a word, and fatal is no choice', () => {
  expect(eventLevel.options.map((level) => levelText[level])).toEqual(['Success', 'Info', 'Warning', 'Error', 'Fatal']);
  expect(levelChoices.map(({ value }) => value)).toEqual(['success', 'info', 'warning', 'error']);
});

it.each([
  ['warning', 'warning'],
  [null, undefined],
  ['', undefined],
  ['fatal', undefined],
  ['Warning', undefined],
  ['__proto__', undefined],
])('[DEV-122] an address that says %j asks for %j', (input, level) => {
  expect(levelOf(input)).toBe(level);
});
