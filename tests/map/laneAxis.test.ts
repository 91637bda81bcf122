import { describe, expect, it } from 'vitest';
import { axisOfRing, laneRails, rectangle } from '#map/drawing/laneAxis';
import type { Position } from '#map/drawing/position';

const upright: Position[] = [
  [2, 0],
  [3, 0],
  [3, 40],
  [2, 40],
  [2, 0],
];
const lying: Position[] = [
  [0, 1],
  [50, 1],
  [50, 3],
  [0, 3],
];

describe('laneAxis', () => {
  it.each([
    ['upright', upright, { start: [2.5, 0], end: [2.5, 40], width: 1 }],
    ['lying, its ring left open', lying, { start: [0, 2], end: [50, 2], width: 2 }],
  ])('a lane %s runs through its middle', (_, ring, axis) => {
    expect(axisOfRing(ring)).toEqual(axis);
  });

  it('a slanting lane keeps its width', () => {
    const axis = axisOfRing([
      [0, 0],
      [30, 40],
      [29.2, 40.6],
      [-0.8, 0.6],
    ]);
    expect(axis.width).toBeCloseTo(1);
    expect(Math.hypot(axis.end[0] - axis.start[0], axis.end[1] - axis.start[1])).toBeCloseTo(50);
  });

  it.each([
    ['no place', []],
    [
      'one place twice',
      [
        [4, 5],
        [4, 5],
      ],
    ],
  ] as [string, Position[]][])('%s has an axis without width', (_, ring) => {
    expect(axisOfRing(ring).width).toBe(0);
  });

  it('the rails lie a fifth of the width beside the middle, along the whole lane', () => {
    expect(laneRails({ start: [0, 0], end: [0, 10], width: 1 })).toEqual([
      [
        [-0.2, 0],
        [-0.2, 10],
      ],
      [
        [0.2, 0],
        [0.2, 10],
      ],
    ]);
  });

  it('a share of a lane is its middle', () => {
    expect(rectangle({ start: [0, 0], end: [10, 0], width: 2 }, 0.5)).toEqual([
      [0, 0.5],
      [10, 0.5],
      [10, -0.5],
      [0, -0.5],
      [0, 0.5],
    ]);
  });
});
