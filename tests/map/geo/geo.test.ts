import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { groundOf, unwrapped, type World, geoStyle } from '#map/geo/basemap';
import { APART_PX, countsOf, mergePlaces } from '#map/geo/mergePlaces';
import { namesWithRoom } from '#map/geo/placeNames';
import { geoScale, isOnEarth, latitudeStep, pixelOf, type GeoPlace } from '#map/geo/place';

const aPlace = (id: string, over: Partial<GeoPlace> = {}): GeoPlace => ({
  id,
  name: id,
  latitude: 51,
  longitude: 4.5,
  deviceCount: 2,
  onlineCount: 1,
  unknownCount: 0,
  errorCount: 0,
  treatingCount: 1,
  ...over,
});
const world: World = JSON.parse(readFileSync(path.resolve('node_modules/world-atlas/countries-50m.json'), 'utf8'));

it.each([
  [0, 0, 0, 256, 256],
  [0, -180, 1, 0, 512],
  [90, 0, 0, 256, 0],
  [-90, 0, 0, 256, 512],
])('[GEO1] %d, %d lies at zoom %d at %d, %d', (latitude, longitude, zoom, x, y) => {
  const [atX, atY] = pixelOf({ latitude, longitude }, zoom);
  expect([Math.round(atX), Math.round(atY)]).toEqual([x, y]);
});

it.each([
  [51.2, 51],
  [51.3, 51.5],
  [-0.3, -0.5],
  [-33.8, -34],
])('[GEO10] the scale at %d degrees is that at %d', (latitude, step) => {
  expect(latitudeStep(latitude)).toBe(step);
});

it.each([
  [51, 4, true],
  [0, 0, true],
  [null, 4, false],
  [undefined, undefined, false],
  [91, 4, false],
  [51, 181, false],
  [Number.NaN, 4, false],
  [51, Number.POSITIVE_INFINITY, false],
])('[GEO1] %s, %s is on the map: %s', (latitude, longitude, is) => {
  expect(isOnEarth(latitude, longitude)).toBe(is);
});

it('[GEO2] places whose pills would overlap share a marker, those farther apart have their own', () => {
  const degreesPerPx = 360 / (512 * 2 ** 5);
  const near = aPlace('b', { longitude: 4.5 + (APART_PX.across - 1) * degreesPerPx, errorCount: 3 });
  const far = aPlace('c', { longitude: 4.5 + (APART_PX.across + 1) * degreesPerPx });
  const ids = (places: readonly GeoPlace[], zoom: number) => mergePlaces(places, zoom).map((marker) => marker.places.map(({ id }) => id));
  expect(ids([aPlace('a'), near], 5)).toEqual([['a', 'b']]);
  expect(ids([aPlace('a'), far], 5)).toEqual([['a'], ['c']]);
  expect(ids([aPlace('a'), near], 6)).toEqual([['a'], ['b']]);
  expect(countsOf([aPlace('a'), near])).toEqual({ deviceCount: 4, onlineCount: 2, unknownCount: 0, errorCount: 3, treatingCount: 2 });
});

it('[GEO2] none of 2,000 places is lost, and no pill covers another', () => {
  const many = Array.from({ length: 2_000 }, (_, at) =>
    aPlace(`p-${at}`, { latitude: 36 + (at % 50) * 0.4, longitude: -6 + Math.floor(at / 50) * 0.5 }),
  );
  const markers = mergePlaces(many, 5);
  expect(markers.flatMap(({ places }) => places)).toHaveLength(2_000);
  const pixels = markers.map(({ at }) => pixelOf(at, 5));
  const tooNear = pixels.filter(([x, y], one) =>
    pixels.slice(one + 1).some(([x2, y2]) => Math.abs(x - x2) < APART_PX.across && Math.abs(y - y2) < APART_PX.up),
  );
  expect(tooNear).toEqual([]);
});

it.each([
  ['alone', [], true],
  ['beside a marker to the right', [[110, 0]], true],
  ['above a marker that would cover it', [[0, 50]], false],
  ['below a marker', [[0, -50]], true],
  ['beside the name of an earlier marker', [[95, 0]], true],
])('[GEO9] a name %s is shown: %s', (_, others, isShown) => {
  const degreesPerPx = 360 / 512;
  // At zoom 0 around the equator a pixel is as high as it is wide.
  const at = (id: string, [x = 0, y = 0]: readonly number[]) => aPlace(id, { latitude: -y * degreesPerPx, longitude: x * degreesPerPx });
  const markers = [at('aa', [0, 0]), ...others.map((place, index) => at(`b${String(index)}`, place))].map((place) => ({
    at: place,
    places: [place],
  }));
  expect(namesWithRoom(markers, 0).has('aa')).toBe(isShown);
});

it('[GEO9] the earlier of two markers with overlapping names keeps its own', () => {
  const place = (id: string, longitude: number) => aPlace(id, { name: 'Sint-Katelijne-Waver', latitude: 0, longitude });
  const markers = [place('a', 0), place('b', 70)].map((one) => ({ at: one, places: [one] }));
  expect([...namesWithRoom(markers, 0)]).toEqual(['a']);
});

it('[GEO4] no line of the ground jumps over the map, and Antarctica is closed along its edge', () => {
  const { countries, borders } = groundOf(world, []);
  const lines = [
    ...borders.coordinates,
    ...countries.features.flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [])),
  ];
  expect(lines.length).toBeGreaterThan(1_000);
  const jumps = lines.filter((line) =>
    line.some(([x = 0, y = 0], at) => at > 0 && y > -85 && Math.abs(x - (line[at - 1]?.[0] ?? x)) > 180),
  );
  expect(jumps).toEqual([]);
});

it.each([
  [
    'a line over the antimeridian',
    [
      [179, 10],
      [-179, 11],
    ],
    [
      [179, 10],
      [181, 11],
    ],
  ],
  [
    'a line the other way',
    [
      [-179, 10],
      [179, 11],
    ],
    [
      [-179, 10],
      [-181, 11],
    ],
  ],
  [
    'a line that does not',
    [
      [4, 50],
      [5, 51],
    ],
    [
      [4, 50],
      [5, 51],
    ],
  ],
])('[GEO4] %s goes on', (_what, line, expected) => {
  expect(unwrapped(line)).toEqual(expected);
});

it('[GEO5] the countries of the places have a tone of their own; the style makes no request', () => {
  const ground = groundOf(world, [aPlace('Belgium'), aPlace('Britain', { latitude: 52.79, longitude: -0.11 })]);
  expect(ground.countries.features.filter(({ properties }) => properties.isOwn)).toHaveLength(2);
  const style = geoStyle(ground, 'light');
  expect(Object.keys(style)).not.toEqual(expect.arrayContaining(['glyphs']));
  expect(JSON.stringify({ ...style, sources: Object.keys(style.sources) })).not.toMatch(/https?:/);
});

it.each([
  [0, 5, 200_000],
  [51, 6, 50_000],
  [51, 12, 1_000],
  [60, 16, 50],
])('[GEO1] at latitude %d and zoom %d the scale is %d m', (latitude, zoom, metres) => {
  const { lengthMetres, widthPx } = geoScale(latitude, zoom);
  expect(lengthMetres).toBe(metres);
  expect(widthPx).toBeLessThanOrEqual(100);
  expect(widthPx).toBeGreaterThan(30);
});
