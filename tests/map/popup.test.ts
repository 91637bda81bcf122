import { describe, expect, it } from 'vitest';
import { byShape } from '#map/partFeatures';
import { popupOf, targetOf, type Clickable, type ClickTarget } from '#map/popup';
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
/** The click on an object of a plan by its index, as the canvas reports it. */
const target = (layer: string, index = 0, on: Clickable = there): ClickTarget => {
  const { plan, crop, parts, devices, markers } = on;
  const { lines, points } = byShape(parts);
  const lists: Readonly<Record<string, readonly object[]>> = {
    ...Object.fromEntries(Object.entries(plan).map(([name, { features }]) => [name, features])),
    crop,
    'part line': lines,
    'part point': points,
    device: devices,
    marker: markers,
  };
  const found = targetOf({ layer: { id: layer }, index, coordinate: [1, 2], object: lists[layer]?.[index] });
  if (found === null) throw new Error(`Nothing is clicked at ${layer} ${index}.`);
  return found;
};
const clicked = (layer: string, index = 0, on: Clickable = there) => popupOf(target(layer, index, on), on);

it('[COUNT2] sizes and speeds of popups are grouped and rounded', () => {
  const lane = ground([0, 0, 1, 1], { id: '7', length: 12_345.678, width: -0.001 });
  const plan = { ...there.plan, lane: { ...there.plan.lane, features: [lane] } };
  const devices = there.devices.map((device) => ({ ...device, velocity: -0.001 }));
  const lines = (layer: string) => clicked(layer, 0, { ...there, plan, devices })?.lines;
  expect(lines('lane')).toEqual(['12 345.68 x 0.00 m']);
  expect(lines('device')).toEqual(['n101, 0.00 m/s']);
});

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
    expect(clicked('gutter', 0, { ...there, plan })?.title).toBe(title);
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
    expect(clicked('marker', 0, { ...there, markers })?.links).toEqual([{ to: '/a', label: 'Info', onOpen }]);
  });

  const [device] = there.devices;
  const others = ['LF-03', 'LF-02'].flatMap((serial) => (device === undefined ? [] : [{ ...device, serial, name: serial, x: 9 }]));
  const { plan: _, ...rest } = there;
  const reversed = there.parts.toReversed();
  it.each<[what: string, layer: string, index: number, next: Clickable, title: string | undefined]>([
    ['a device that is now the last of the list', 'device', 0, { ...there, devices: [...others, ...there.devices] }, 'Lumion 01'],
    ['a device that is gone', 'device', 0, { ...there, devices: others }, undefined],
    ['a marker that is now the last of the list', 'marker', 1, { ...there, markers: there.markers.toReversed() }, 'Incident b'],
    ['a marker that is gone', 'marker', 0, { ...there, markers: there.markers.slice(1) }, undefined],
    ['a lane of a plan that was read anew', 'lane', 0, { ...rest, plan: aPlan() }, clicked('lane')?.title],
    [
      'a lane while another version is shown',
      'lane',
      0,
      { ...rest, plan: { ...aPlan(), lane: { ...aPlan().lane, features: [] } } },
      undefined,
    ],
    ['the crop of a gutter while another crop state is shown', 'crop', 0, { ...there, crop: [ground([1, 2, 2, 22])] }, undefined],
    ['another part that is now elsewhere in the list', 'part line', 0, { ...there, parts: reversed }, 'CO'],
    ['another part that is gone', 'part line', 0, { ...there, parts: there.parts.slice(1) }, undefined],
  ])('[POPUP2] stays with what was clicked: %s', (_what, layer, index, next, title) => {
    expect(popupOf(target(layer, index), next)?.title).toBe(title);
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
