import { describe, expect, it } from 'vitest';
import { type PlaceAt, regionFold, type RegionTimeOf } from '#domain/history/regionHits';
import { timesOnMap } from '#domain/history/timesOnMap';

const RECTANGLE = { west: 0, south: 0, east: 10, north: 4 };
const MINUTE = 60_000;

/** Folds positions that come every second, each `[x, y]`; null for a second without one. */
function folded(places: readonly (readonly [number, number] | null)[], stillMs = 10_000): readonly RegionTimeOf[] {
  const fold = regionFold(RECTANGLE, stillMs);
  places.forEach((place, second) => {
    if (place !== null) fold.push({ at: second * 1_000, x: place[0], y: place[1] });
  });
  return fold.done();
}
const textOf = ({ kind, from, to, hasBegun, hasEnded }: RegionTimeOf) =>
  `${kind} ${hasBegun ? '[' : '<'}${from / 1_000} ${to / 1_000}${hasEnded ? ']' : '>'}`;
const drive = (from: number, to: number, y = 2) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, step): [number, number] => [from + Math.sign(to - from) * step, y]);
const stand = (x: number, seconds: number, y = 2) => Array.from({ length: seconds }, (): [number, number] => [x, y]);

describe('[REGION5] the times of a device in a region', () => {
  it.each([
    ['it drives through', drive(-3, 13), ['visit [3 14]']],
    ['it never comes in', drive(-3, 13, 9), []],
    ['it is there from the first position to the last', drive(2, 8), ['visit <0 6>']],
    ['it comes in, stands, and goes on', [...drive(-1, 5), ...stand(5, 20), ...drive(6, 11)], ['standstill [6 26]', 'visit [1 32]']],
    ['it stands there all the time', stand(5, 30), ['standstill <0 29>', 'visit <0 29>']],
    ['it stands for too short a time', [...drive(-1, 5), ...stand(5, 5), ...drive(6, 11)], ['visit [1 17]']],
    ['it stands outside', [...drive(-5, -2), ...stand(-2, 60)], []],
    [
      'it stands on the edge, and its position varies',
      [...drive(-2, -1), ...stand(0.05, 15).map(([x, y], n): [number, number] => [x - (n % 2) * 0.2, y])],
      ['standstill [2 16>', 'visit [2 16>'],
    ],
    ['it is without a position for a moment', [...drive(-1, 2), null, null, ...drive(3, 11)], ['visit [1 14]']],
  ] as const)('%s', (_, places, wanted) => {
    expect(folded(places).map(textOf)).toEqual(wanted);
  });

  it('after five minutes without a position it is not known where the device is', () => {
    const fold = regionFold(RECTANGLE, 10_000);
    const places: readonly PlaceAt[] = [0, 20_000, 20_000 + 6 * MINUTE, 40_000 + 6 * MINUTE].map((at) => ({ at, x: 5, y: 2 }));
    for (const place of places) fold.push(place);
    expect(fold.done().map(textOf)).toEqual(['standstill <0 20>', 'visit <0 20>', 'standstill <380 400>', 'visit <380 400>']);
    expect(fold.done()).toEqual([]);
  });

  it('a standstill has its place, and creeping is none', () => {
    const [still] = folded([...drive(-1, 5), ...stand(5, 20)]);
    expect(still).toMatchObject({ kind: 'standstill', x: 5, y: 2, hasBegun: true, hasEnded: false });
    const creeping = Array.from({ length: 60 }, (_, second): [number, number] => [second * 0.1, 2]);
    expect(folded(creeping).map(({ kind }) => kind)).toEqual(['visit']);
  });
});

describe('[REGION6] when a device was on a map', () => {
  const times = (known: Partial<Parameters<typeof timesOnMap>[1]>) =>
    timesOnMap('map-1', { atLocation: [{ from: 0, until: null }], treatments: [], mapNow: 'map-1', owned: 'all', ...known }).map(
      ({ from, until }) => [from, until],
    );
  it.each([
    ['it works at the location', {}, [[0, null]]],
    ['it has named no map', { mapNow: null }, [[0, null]]],
    ['it is on another map now', { mapNow: 'map-2' }, []],
    ['it worked there until it was moved', { atLocation: [{ from: 0, until: 50 }], mapNow: 'map-9' }, [[0, 50]]],
    [
      'a treatment on another map',
      { treatments: [{ from: 10, until: 20, mapId: 'map-2' }] },
      [
        [0, 10],
        [20, null],
      ],
    ],
    [
      'a treatment on this map, while it is on another one now',
      { treatments: [{ from: 10, until: 20, mapId: 'map-1' }], mapNow: 'map-2' },
      [[10, 20]],
    ],
    [
      'a treatment on this map that reaches into the time of others',
      {
        atLocation: [],
        treatments: [{ from: 10, until: 50, mapId: 'map-1' }],
        owned: [
          { from: 0, until: 20 },
          { from: 30, until: null },
        ],
      },
      [
        [10, 20],
        [30, 50],
      ],
    ],
    [
      'a treatment on this map in the time of others',
      { atLocation: [], treatments: [{ from: 10, until: 20, mapId: 'map-1' }], owned: [] },
      [],
    ],
    [
      'a treatment on this map is no second time',
      { treatments: [{ from: 10, until: 20, mapId: 'map-1' }] },
      [
        [10, 20],
        [0, 10],
        [20, null],
      ],
    ],
    [
      'a treatment on this map before the map was moved',
      { atLocation: [], treatments: [{ from: 10, until: 20, mapId: 'map-1' }] },
      [[10, 20]],
    ],
    ['nothing', { atLocation: [] }, []],
  ] as const)('%s', (_, known, wanted) => {
    expect(times(known)).toEqual(wanted);
  });
});
