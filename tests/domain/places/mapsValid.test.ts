import { expect, it } from 'vitest';
import { mapsValid, mapsValidLabels } from '#domain/places/mapsValid';

const valid = { valid: true };
const invalid = { valid: false };

it.each([
  ['before anything was reported', undefined, 'unknown', 'Unknown'],
  ['without a map', {}, 'unknown', 'Unknown'],
  ['with one valid map', { a: valid }, 'valid', 'Valid'],
  ['with valid maps only', { a: valid, b: valid }, 'valid', 'Valid'],
  ['with one invalid map', { a: invalid }, 'invalid', 'Invalid'],
  ['with one invalid map among others', { a: valid, b: invalid, c: valid }, 'invalid', 'Invalid'],
] as const)('[FLEET-044] [FLEET-045] [OPEN-113] %s', (_, maps, validity, label) => {
  expect(mapsValid(maps)).toBe(validity);
  expect(mapsValidLabels[validity]).toBe(label);
});
