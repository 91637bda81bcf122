import { describe, expect, it } from 'vitest';
import { popupOf, type Clickable } from '#map/popup';
import { aPlan, ground } from '../support/aPlan.ts';

const there: Clickable = {
  plan: aPlan(),
  parts: [
    {
      type: 'Feature',
      geometry: {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [9, 0],
        ],
      },
      properties: { part: 'CO', pipe: 'P 7', bar: 2, note: null },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [3, 3] },
      properties: { part: 'SE', a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 },
    },
  ],
  crop: [ground([1, 2, 2, 22], { gutter: 7, state: 0.8 })],
  devices: [{ serial: 'LF-01', name: 'Lumion 01', node: 'n101', x: 3, y: 4, theta: 0, velocity: 0.5, tone: 'treating' }],
  markers: [
    { id: 'a', label: 'Incident a', to: '/a', x: 5, y: 6 },
    { id: 'b', label: 'Incident b', to: '/b', x: 7, y: 6 },
    ...Array.from({ length: 6 }, (_, index) => ({ id: `c${index}`, label: `Incident c${index}`, to: `/c${index}`, x: 7, y: 8 })),
  ],
  laneNotes: new Map([['102', 'Failed']]),
};
const clicked = (layer: string, index = 0) => popupOf({ layer, index, place: [1, 2] }, there);

describe('popup', () => {
  it.each([
    ['[MAP-037] [MSG-068] a gutter its number', 'gutter', 0, 'Gutter 7', []],
    ['[MAP-038] [MSG-068] an obstacle its type', 'obstacle', 0, 'Obstacle Post', []],
    ['[MAP-039] [MAP-041] [MSG-068] a lane its id and size', 'lane', 0, 'Lane 101', ['20.50 x 0.55 m']],
    ['[MAP-039] [MAP-041] a lane what else is known of it', 'lane', 1, 'Lane 102', ['20.00 x 0.55 m', 'Failed']],
    ['[MAP-040] [MAP-041] [MSG-068] a walkway its id and size', 'walkway', 0, 'Walkway W1', ['18.00 x 4.00 m']],
    ['[MAP-036] the crop of a gutter its state', 'crop', 0, 'Gutter 7', ['Crop state 0.8']],
    ['[PART92] a line of another part its part and its properties', 'part line', 0, 'CO', ['pipe: P 7', 'bar: 2']],
    [
      '[PART92] a point of another part no more than fits',
      'part point',
      0,
      'SE',
      ['a: 1', 'b: 2', 'c: 3', 'd: 4', 'e: 5', 'f: 6', 'and 1 more'],
    ],
    ['a device where it is and how fast', 'device', 0, 'Lumion 01', ['n101, 0.50 m/s']],
    ['a marker its label', 'marker', 0, 'Incident a', []],
    ['the uppermost of several markers how many there are', 'marker', 3, '6 at this place', ['and 1 more']],
  ])('%s', (_, layer, index, title, lines) => {
    expect(clicked(layer, index)).toMatchObject({ title, lines });
  });

  it.each([
    [{ name: 'West', id: 'g1' }, 'Gutter West'],
    [{ id: 'G12' }, 'Gutter G12'],
  ])('[MAPV4] a gutter %j without a number is called as its map calls it', (properties, title) => {
    const plan = aPlan({ gutter: { type: 'FeatureCollection', features: [ground([1, 2, 2, 22], properties)] } });
    expect(popupOf({ layer: 'gutter', index: 0, place: [1, 2] }, { ...there, plan })?.title).toBe(title);
  });

  it('points at what was clicked, and at a device wherever it is now', () => {
    expect(clicked('lane')?.place).toEqual([1, 2]);
    expect(clicked('device')?.place).toEqual([3, 4]);
  });

  it('[INC-067] links to what happened, also where several did at one place', () => {
    expect(clicked('marker')?.links).toEqual([{ to: '/a', label: 'Info' }]);
    const links = clicked('marker', 3)?.links ?? [];
    expect(links.map(({ to }) => to)).toEqual(['/c1', '/c0', '/c2', '/c3', '/c4']);
    expect(links[0]).toEqual({ to: '/c1', label: 'Incident c1' });
    expect(clicked('lane')?.links).toBeUndefined();
  });

  it('[REGION9] opens in its own way what is no page of its own', () => {
    const onOpen = () => undefined;
    const markers = [{ id: 'a', label: 'Stood here', to: '/a', x: 5, y: 6, onOpen }];
    expect(popupOf({ layer: 'marker', index: 0, place: [1, 2] }, { ...there, markers })?.links).toEqual([
      { to: '/a', label: 'Info', onOpen },
    ]);
  });

  it('stays with its marker when the list changes, and goes with it', () => {
    const choice = { layer: 'marker', index: 0, place: [5, 6] as [number, number], id: 'b' };
    expect(popupOf(choice, there)).toMatchObject({ title: 'Incident b', place: [7, 6] });
    expect(popupOf(choice, { ...there, markers: [] })).toBeNull();
  });

  it.each([
    ['lane', 2],
    ['device', 1],
    ['marker', 8],
    ['node', 0],
  ])('there is no popup for %s %s', (layer, index) => {
    expect(clicked(layer, index)).toBeNull();
  });
});
