import { nearestVersion } from '#domain/places/nearestVersion';
import { expect, it } from 'vitest';

const nine = (version: string) => `${version}#1#1#1#1#1#1#1#1`;

it.each<[string, readonly string[], string | null]>([
  ['5.3.2', ['5.3.0', '5.3.1', '5.4.0'], '5.3.1'],
  ['5.3.2', ['5.3.10', '5.4.0'], '5.3.10'],
  ['5.10.0', ['5.9.0', '5.2.0'], '5.9.0'],
  ['2.1', ['2.0.9', '2.1.1'], '2.0.9'],
  ['1.0.0', ['2.1.1', '2.1.2'], '2.1.1'],
  ['2024-11', ['2.1.1', '2.1.2'], '2.1.2'],
  ['v7', ['v5', 'v6'], 'v6'],
  ['7.0.0', ['v5', 'v6'], 'v6'],
  ['5.3.2', [], null],
  ['', ['2.1.1'], '2.1.1'],
])('[NEAR1] nearest to %s of %j is %s', (wanted, versions, nearest) => {
  expect(nearestVersion(wanted, versions)).toBe(nearest);
  expect(nearestVersion(wanted, versions.map(nine))).toBe(nearest);
});
