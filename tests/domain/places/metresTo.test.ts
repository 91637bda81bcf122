import { expect, it } from 'vitest';
import type { Feature } from '#contract/map';
import { metresTo } from '#domain/places/metresTo';

const square = { type: 'Polygon' as const, coordinates: [[[0, 0], [4, 0], [4, 1], [0, 1], [0, 0]]] }; // prettier-ignore
const line = { type: 'LineString' as const, coordinates: [[0, 0], [0, 10], [10, 10]] }; // prettier-ignore

it.each<[string, Feature['geometry'], readonly [number, number], number]>([
  ['inside an area', square, [2, 0.5], 0],
  ['beside an area', square, [2, 4], 3],
  ['off a corner', square, [7, 5], 5],
  ['on a line', line, [0, 7], 0],
  ['beside the second part of a line', line, [5, 12], 2],
  ['past the end of a line', line, [13, 14], 5],
  ['away from a point', { type: 'Point', coordinates: [1, 1] }, [4, 5], 5],
])('[LANEI3] a place %s', (_, geometry, place, metres) => {
  expect(metresTo({ geometry }, place)).toBeCloseTo(metres, 9);
});
