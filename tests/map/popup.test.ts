import { describe, expect, it } from 'vitest';
import { popupOf, type Clickable } from '#map/popup';
import { aPlan, ground } from '../support/aPlan.ts';

const there: Clickable = {
  plan: aPlan(),
  crop: [ground([1, 2, 2, 22], { gutter: 7, state: 0.8 })],
  devices: [{ serial: 'LF-01', name: 'Lumion 01', node: 'n101', x: 3, y: 4, theta: 0, velocity: 0.5, tone: 'treating' }],
  markers: [{ id: 'a', label: 'Incident a', x: 5, y: 6 }],
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
    ['a device where it is and how fast', 'device', 0, 'Lumion 01', ['n101, 0.50 m/s']],
    ['a marker its label', 'marker', 0, 'Incident a', []],
  ])('%s', (_, layer, index, title, lines) => {
    expect(clicked(layer, index)).toMatchObject({ title, lines });
  });

  it('points at what was clicked, and at a device wherever it is now', () => {
    expect(clicked('lane')?.place).toEqual([1, 2]);
    expect(clicked('device')?.place).toEqual([3, 4]);
  });

  it.each([
    ['lane', 2],
    ['device', 1],
    ['marker', 1],
    ['node', 0],
  ])('nothing is said of %s %s', (layer, index) => {
    expect(clicked(layer, index)).toBeNull();
  });
});
