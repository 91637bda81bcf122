import { describe, expect, it } from 'vitest';
import { mapStyle } from '#map/drawing/mapStyle';
import { fillColour, laneFills } from '#map/drawing/laneFill';
import { legibleLabels } from '#map/drawing/laneLabels';
import { planGeometry } from '#map/drawing/planShape';
import { aPlan } from '../support/aPlan.ts';

const shape = planGeometry(aPlan());

describe('planShape', () => {
  it('covers every layer', () => {
    expect(shape.bounds).toEqual({ west: -5, south: -25, east: 15, north: 25 });
  });

  it('a plan with nothing on it covers nothing', () => {
    const none = { type: 'FeatureCollection' as const, features: [] };
    const empty = aPlan({
      site: none,
      node: none,
      connection: none,
      waypoint: none,
      lane: none,
      walkway: none,
      gutter: none,
      obstacle: none,
    });
    expect(planGeometry(empty)).toEqual({ bounds: null, lanes: [], rails: [], labels: [] });
  });

  it('numbers each lane where it meets the walkway, and outward of it', () => {
    expect(shape.labels.map(({ text, place: [, y], outward }) => [text, y, outward[1]])).toEqual([
      ['101', 2, -1],
      ['102', -2, 1],
    ]);
  });

  it('two rails per lane', () => {
    expect(shape.rails).toHaveLength(4);
  });

  it('leaves out numbers that would run into each other', () => {
    const labels = Array.from({ length: 7 }, (_, index) => ({
      text: `${index}`,
      place: [index, 0] as [number, number],
      outward: [0, 1] as [number, number],
    }));
    expect(legibleLabels(labels, 16).map(({ text }) => text)).toEqual(['0', '3', '6']);
    expect(legibleLabels(labels, 40)).toHaveLength(7);
  });

  it.each([
    ['completed', 0.55],
    ['queued', 0.22],
  ] as const)('a %s job takes %s m of the lane', (tone, width) => {
    const [fill] = laneFills(shape.lanes, new Map([['101', tone]]));
    const across = fill?.polygon.map(([x]) => x) ?? [];
    expect(Math.max(...across) - Math.min(...across)).toBeCloseTo(width);
  });

  it('draws nothing over lanes without a tone and lanes that are not on the plan', () => {
    expect(laneFills(shape.lanes, new Map([['999', 'failed']]))).toEqual([]);
  });

  it('[RULE-078] a lane without a job is drawn where its tone is given', () => {
    expect(laneFills(shape.lanes, new Map([['101', 'none']]))).toMatchObject([{ id: '101', tone: 'none' }]);
  });

  it('an amount over another tone takes half of the lane, and covers it', () => {
    const amounts = new Map([['101', { amount: 1 }]]);
    const [band] = laneFills(shape.lanes, amounts, new Map([['101', 'completed']]));
    const across = band?.polygon.map(([x]) => x) ?? [];
    expect(Math.max(...across) - Math.min(...across)).toBeCloseTo(0.275);
    expect(fillColour(mapStyle('light'), { amount: 1 })[3]).toBe(255);
  });
});
