import {
  exactPercentText,
  fixedText,
  hours,
  kilometres,
  measureText,
  numberText,
  percentText,
  roundTo,
  wholePercentText,
  sumOfKnown,
} from '#domain/text/numbers';
import { expect, it } from 'vitest';

it.each<[string, number | null | undefined, string]>([
  ['RULE-051', 1.005, '1.01'],
  ['RULE-051', 2.344, '2.34'],
  ['RULE-051', 2.5, '2.5'],
  ['RULE-051', 0.001, '0'],
  ['RULE-051', -0.001, '0'],
  ['RULE-051', 1e-7, '0'],
  ['RULE-052', 999, '999'],
  ['RULE-052', 1_000, '1 000'],
  ['RULE-052', 1_234_567.891, '1 234 567.89'],
  ['RULE-052', -12_345, '-12 345'],
  ['CONST-039', 12_345.678, '12 345.68'],
  ['MSG-013', undefined, '-'],
  ['MSG-013', null, '-'],
  ['MSG-013', Number.NaN, '-'],
  ['MSG-013', Number.POSITIVE_INFINITY, '-'],
])('[%s] the number %s reads %s', (_, value, text) => {
  expect(numberText(value)).toBe(text);
});

it('[RULE-051] rounds half away from zero on both sides', () => {
  expect([roundTo(-1.005, 2), roundTo(1e21, 2), roundTo(2.5, 0)]).toEqual([-1.01, 1e21, 3]);
});

it('[RULE-057] metres become kilometres', () => {
  expect(numberText(kilometres(1_234_567))).toBe('1 234.57');
  expect(kilometres(undefined)).toBeUndefined();
});

it('[GAP-44] seconds become hours', () => {
  expect(numberText(hours(5_400))).toBe('1.5');
  expect(hours(null)).toBeUndefined();
});

it.each([
  ['RULE-058', percentText(0.875), '87.5 %'],
  ['RULE-058', percentText(undefined), '-'],
  ['RULE-059', wholePercentText(0.875), '88 %'],
  ['CONST-057', wholePercentText(1), '100 %'],
  ['RULE-060', exactPercentText(0.875), '87.50 %'],
  ['MSG-013', measureText(-1.5, 'rad'), '-1.50 rad'],
  ['MSG-013', measureText(null, 'm'), '-'],
  ['CONST-058', exactPercentText(1 / 3), '33.33 %'],
])('[%s] a fraction reads %s', (_, text, expected) => {
  expect(text).toBe(expected);
});

it.each([
  [[1, undefined, 2.5, null], 3.5],
  [[0], 0],
  [[undefined, null], undefined],
  [[], undefined],
])('[FLEET-026] [GAP-44] the sum of %j skips what is missing', (values, sum) => {
  expect(sumOfKnown(values)).toBe(sum);
});

it.each([
  [measureText(-0.001, 'm'), '0.00 m'],
  [measureText(185_432.2, 'm'), '185 432.20 m'],
  [measureText(1.005, 'm'), '1.01 m'],
  [measureText(-12_345.678, 'm'), '-12 345.68 m'],
  [measureText(Number.NaN, 'm'), '-'],
  [fixedText(1_234.56, 1), '1 234.6'],
])('[COUNT2] [RULE-052] [CONST-039] a measured value reads %s', (text, expected) => {
  expect(text).toBe(expected);
});
