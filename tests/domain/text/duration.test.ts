import { ageText, durationText, lengthText } from '#domain/text/duration';
import { expect, it } from 'vitest';

it.each<[number | null | undefined, string]>([
  [0, '00:00:00'],
  [59.9, '00:00:59'],
  [60, '00:01:00'],
  [3_661, '01:01:01'],
  [359_999, '99:59:59'],
  [360_000, '100:00:00'],
  [-5, '00:00:00'],
  [null, '-'],
  [undefined, '-'],
  [Number.NaN, '-'],
])('[RULE-054] [CONST-041] %s s reads %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

const minute = 60_000;
const hour = 60 * minute;

it.each([
  [-1, '0 s'],
  [999, '0 s'],
  [48_000, '48 s'],
  [minute - 1, '59 s'],
  [minute, '1 min'],
  [hour - 1, '59 min'],
  [3 * hour + 12 * minute, '3 h 12 min'],
  [24 * hour - 1, '23 h 59 min'],
  [53 * hour, '2 d 5 h'],
  [Infinity, '-'],
  [Number.NaN, '-'],
])('[AGE1] an age of %i ms reads %s', (ageMs, text) => {
  expect(ageText(ageMs)).toBe(text);
});

it.each([
  [-1, '0 s'],
  [499, '0 s'],
  [500, '1 s'],
  [5 * minute - 1, '5 min'],
  [5 * minute - 501, '4 min'],
])('[AGE1] a length of %i ms reads %s', (lengthMs, text) => {
  expect(lengthText(lengthMs)).toBe(text);
});
