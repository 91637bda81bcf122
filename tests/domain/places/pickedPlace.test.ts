import { expect, it } from 'vitest';
import { coordinatesProblem } from '#domain/places/coordinates';
import { pickedDecimals, pickedPlace } from '#domain/places/pickedPlace';

it.each([
  [0, 1],
  [1, 1],
  [4, 2],
  [9, 3],
  [13, 5],
  [22, 5],
])('[COORD3] a place picked at zoom %d has %d decimals', (zoom, decimals) => {
  expect(pickedDecimals(zoom)).toBe(decimals);
});

it.each([
  [
    { latitude: 51.123456, longitude: 4.567891 },
    { latitude: 51.12346, longitude: 4.56789 },
  ],
  [
    { latitude: -0.000001, longitude: 0 },
    { latitude: 0, longitude: 0 },
  ],
  [
    { latitude: 52, longitude: 365 },
    { latitude: 52, longitude: 5 },
  ],
  [
    { latitude: 52, longitude: -365 },
    { latitude: 52, longitude: -5 },
  ],
  [
    { latitude: 89.9, longitude: 180 },
    { latitude: 85, longitude: -180 },
  ],
])('[COORD3] %j becomes %j', (given, place) => {
  const picked = pickedPlace(given, 15);
  expect(picked).toEqual(place);
  expect(coordinatesProblem(picked)).toBeUndefined();
});
