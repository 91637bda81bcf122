import { expect, it } from 'vitest';
import { greenhouseOptions, namedOptions, nameOf } from '#screens/maps/placeOptions';

const places = [
  { id: 'a', name: 'Alba' },
  { id: 'b', name: 'Alba' },
  { id: 'c', name: '' },
];

it.each([
  ['a', 'Alba (a)'],
  ['b', 'Alba (b)'],
  ['c', 'c'],
  ['gone', 'gone'],
])('[NAMED2] a question names the place %s of a list with two of one name %s', (id, name) => {
  expect(nameOf(places, id)).toBe(name);
});

it('[NAMED2] choices of places, and of greenhouses with their locations, tell two of one name apart', () => {
  expect(namedOptions(places).map(({ label }) => label)).toEqual(['Alba (a)', 'Alba (b)', 'c']);
  const houses = places.map(({ id }) => ({ id: `house ${id}`, name: 'North', location_id: id }));
  expect(greenhouseOptions(houses, places).map(({ label }) => label)).toEqual(['North, Alba (a)', 'North, Alba (b)', 'North, c']);
});
