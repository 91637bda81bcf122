import type { ConfigType, ConfigValue } from '#contract/devices/configuration';
import { valueProblem } from '#domain/configuration/configValue';
import { expect, it } from 'vitest';

const fits: ReadonlyArray<[ConfigType, ConfigValue]> = [
  ['bool', true],
  ['bool', false],
  ['int', 0],
  ['int', -3],
  ['int', Number.MAX_SAFE_INTEGER],
  ['float', 0.1],
  ['float', -1e300],
  ['float', 7],
  ['string', ''],
  ['string', 'two\nlines, "quoted" 🤖'],
  ['string', 'x'.repeat(10_000)],
];
it.each(fits)('[CONST-067] [CFG2] a %s may be %j', (type, value) => {
  expect(valueProblem({ type }, value)).toBeNull();
});

const refused: ReadonlyArray<[ConfigType, ConfigValue]> = [
  ['bool', 'true'],
  ['bool', 1],
  ['int', 1.5],
  ['int', '1'],
  ['int', true],
  ['int', 2 ** 53],
  ['int', Number.NaN],
  ['float', Number.NaN],
  ['float', Number.POSITIVE_INFINITY],
  ['float', '0.5'],
  ['float', false],
  ['string', 5],
  ['string', true],
  ['string', 'x'.repeat(10_001)],
  ['string', 'a\0b'],
  ['string', '\ud83e'],
  ['string', 'a\u202Eb'],
  ['string', 'a\u200Bb'],
];
it.each(refused)('[CONST-067] [CFG2] [NAME1] a %s may not be %j', (type, value) => {
  expect(valueProblem({ type }, value)).toMatch(/^[A-Z].+\.$/);
});

it.each([
  [0.05, null],
  [1.2, null],
  [0.0499, 'The least is 0.05.'],
  [1.2001, 'The most is 1.2.'],
])('[CFG2] between 0.05 and 1.2, %s: %s', (value, problem) => {
  expect(valueProblem({ type: 'float', min: 0.05, max: 1.2 }, value)).toBe(problem);
});

it('[CFG2] bounds that the model leaves open do not bind', () => {
  expect(valueProblem({ type: 'int', min: null, max: null }, -1_000_000)).toBeNull();
  expect(valueProblem({ type: 'int', min: 0 }, -1)).toBe('The least is 0.');
});
