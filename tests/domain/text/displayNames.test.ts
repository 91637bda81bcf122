import { personName } from '#domain/people/personName';
import { locationNames } from '#domain/places/locationName';
import { namedAll, nameLabels } from '#domain/text/displayNames';
import { expect, it } from 'vitest';

it.each([
  ['', 'l-1'],
  ['  ', 'l-1'],
  ['Alba', 'Alba'],
])('[NAMED2] a place with the name %j is called %s', (name, called) => {
  const places = [{ id: 'l-1', name }];
  expect(namedAll(places)).toEqual([{ id: 'l-1', name: called }]);
  expect(nameLabels(places).get('l-1')).toBe(called);
  expect(locationNames([{ device_serial: 'LF-01', location_id: 'l-1' }], places).get('LF-01')).toBe(called);
});

it('[NAMED2] a list in which every place has a name stays the same list', () => {
  const places = [{ id: 'l-1', name: 'Alba' }];
  expect(namedAll(places)).toBe(places);
});

it('[NAMED2] places of one name, whatever its case, accents and spaces, have their ids beside them', () => {
  const labels = nameLabels([
    { id: 'l-1', name: 'Süd' },
    { id: 'l-2', name: ' SUD' },
    { id: 'l-3', name: '' },
    { id: 'l-4', name: '' },
  ]);
  expect([...labels.values()]).toEqual(['Süd (l-1)', ' SUD (l-2)', 'l-3', 'l-4']);
});

it.each([
  ['An', 'Verhoeven', 'An Verhoeven'],
  ['', 'Verhoeven', 'Verhoeven'],
  ['An', ' ', 'An'],
  ['', '', 'an@company.example'],
  [' ', '', 'an@company.example'],
])('[NAMED2] a person with the names %j and %j is called %s', (name, family_name, called) => {
  expect(personName({ name, family_name, email: 'an@company.example' })).toBe(called);
});
