import { expect, it } from 'vitest';
import { coordinatePair, coordinatesOf, typedCoordinates, typedCoordinatesProblems } from '#domain/places/coordinates';
import { zoneOffsetHours } from '#domain/text/timezone';

it.each([
  ['51.0702', '4.5301', 51.0702, 4.5301],
  ['51,0702', ' 4,5301 ', 51.0702, 4.5301],
  ['-33.9°', '+18.4 °', -33.9, 18.4],
  ['\u221233.9', '0', -33.9, 0],
  ['', '', null, null],
])('[COORD2] %j and %j are %j and %j degrees', (latitude, longitude, north, east) => {
  expect(coordinatesOf({ latitude, longitude })).toEqual({ latitude: north, longitude: east });
  expect(typedCoordinatesProblems({ latitude, longitude })).toEqual({ latitude: undefined, longitude: undefined });
});

const BOTH = 'Latitude and longitude belong together.';
const NORTH = 'Latitude must be between -90 and 90 degrees.';
const EAST = 'Longitude must be between -180 and 180 degrees.';
it.each([
  ['51', '', undefined, BOTH],
  ['', '4', BOTH, undefined],
  ['91', '4', NORTH, undefined],
  ['51', '181', undefined, EAST],
  ['91', '181', NORTH, EAST],
  ['north', '4', 'Latitude must be a number of degrees, such as 51.07.', undefined],
  ['51', '4.5.3', undefined, 'Longitude must be a number of degrees, such as 51.07.'],
  ['1e1', '4', 'Latitude must be a number of degrees, such as 51.07.', undefined],
])('[COORD2] %j and %j: the problem stands at its field', (latitude, longitude, north, east) => {
  expect(typedCoordinatesProblems({ latitude, longitude })).toEqual({ latitude: north, longitude: east });
});

it.each([
  ['51.0702, 4.5301', { latitude: '51.0702', longitude: '4.5301' }],
  [' -33.9° 18.4° ', { latitude: '-33.9', longitude: '18.4' }],
  ['51,0702', null],
  ['51.0702', null],
])('[COORD2] a text with both fills both fields: %j', (text, pair) => {
  expect(coordinatePair(text)).toEqual(pair);
});

it('[COORD2] a location without coordinates has empty fields', () => {
  expect(typedCoordinates({})).toEqual({ latitude: '', longitude: '' });
  expect(typedCoordinates({ latitude: 0, longitude: null })).toEqual({ latitude: '0', longitude: '' });
});

it.each([
  ['Europe/Brussels', 1],
  ['Asia/Kolkata', 5.5],
  ['America/New_York', -5],
  ['UTC', 0],
  ['Nowhere/There', null],
])('[COORD2] %s is %j h from UTC in January', (zone, hours) => {
  expect(zoneOffsetHours(zone, Date.UTC(2026, 0, 15))).toBe(hours);
});
