import { expect, it } from 'vitest';
import { proposedVersion, uploadVersionProblem } from '#domain/places/mapUpload';

it.each([
  ['5.3.2', undefined, true],
  ['5.3.2', '', true],
  ['5.3.3', '5.3.2#1#1#1#1#1#1#1#1', true],
  ['6', '5.3.2', true],
  ['5.10', '5.9', true],
  ['5.3.2.1', '5.3.2', true],
  ['2024-12', '2024-11', true],
  ['5.3.2', '5.3.2', false],
  ['5.3.2.0', '5.3.2', false],
  ['5.3.1', '5.3.2', false],
  ['2.1.1', '2024-11', false],
  ['5.3.2', 'spring', true],
])('[MAPV2] %s after %s can be uploaded: %s', (version, newest, can) => {
  expect(uploadVersionProblem(version, newest) === undefined).toBe(can);
});

it('[MAPV2] the proposal names the alternatives', () => {
  expect(proposedVersion(undefined).hint).toBe('Any version, as 2.1.1: this map is new');
  expect(proposedVersion('5.3.2#1').hint).toBe('A version newer than 5.3.2, as 5.3.3');
});
