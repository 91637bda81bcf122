import { expect, it } from 'vitest';
import { eventLevel } from '#contract/devices/deviceEvent';
import { isFatal, levelChoices, levelOf, levelText, parseLevel, wordsOfLevel } from '#domain/devices/eventLevel';

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

it.each([
  ['warning', 'warning'],
  ['WARN', 'warning'],
  ['Err', 'error'],
  [' FATAL ', 'fatal'],
  ['critical', null],
  ['', null],
  [null, null],
  ['__proto__', null],
])('[LEVEL1] a device that writes %j means %j', (word, level) => {
  expect(parseLevel(word)).toBe(level);
});

it('[LEVEL1] the filter of a level finds the words that mean it, and those alone', () => {
  for (const level of eventLevel.options) expect(new Set(wordsOfLevel(level).map((word) => parseLevel(word)))).toEqual(new Set([level]));
  expect(wordsOfLevel('warning')).toEqual(['warning', 'WARNING', 'Warning', 'warn', 'WARN', 'Warn']);
});

it.each([
  ['fatal', true],
  ['FATAL', true],
  [' Fatal ', true],
  ['error', false],
  ['', false],
  [null, false],
])('[RULE-081] [LEVEL1] a row whose device writes %j is highlighted: %s', (word, is) => {
  expect(isFatal(word)).toBe(is);
});
