import { locationName, locationNames } from '#domain/places/locationName';
import { expect, it } from 'vitest';

const names = locationNames(
  [
    { device_serial: 'LF-01', location_id: 'a' },
    { device_serial: 'LF-02', location_id: 'gone' },
  ],
  [{ id: 'a', name: 'Kortrijk' }],
);

it.each([
  ['OPEN-109', 'LF-01', 'Kortrijk'],
  ['OPEN-109', 'LF-02', '-'],
  ['MSG-090', 'LF-03', 'Not Deployed'],
])('[%s] the place of %s is %s', (_, serial, text) => {
  expect(locationName(names, serial)).toBe(text);
});

it('[NAMED2] locations of one name have their ids beside them, and one without a name is called by its id', () => {
  const twins = locationNames(
    ['a', 'b', 'c'].map((location_id) => ({ device_serial: `LF-${location_id}`, location_id })),
    [
      { id: 'a', name: 'Alba' },
      { id: 'b', name: 'alba ' },
      { id: 'c', name: '' },
    ],
  );
  expect(['a', 'b', 'c'].map((id) => locationName(twins, `LF-${id}`))).toEqual(['Alba (a)', 'alba  (b)', 'c']);
});
