import { expect, it } from 'vitest';
import { ghostDots } from '#map/drawing/ghostDots';
import type { Ghost } from '#map/drawing/mapDevice';

const ghost = (x: number, y: number, toX: number, toY: number): Ghost => ({
  serial: 'LF-01',
  x,
  y,
  theta: 0,
  now: { serial: 'LF-01', name: 'Lumion 01', node: null, x: toX, y: toY, theta: 0, velocity: null, tone: 'online' },
});

it('[COMPARE3] the way of a ghost has a dot each 6 pixels, without its ends', () => {
  expect(ghostDots([ghost(0, 0, 3, 4)], 6)).toEqual(
    [
      [0.6, 0.8],
      [1.2, 1.6],
      [1.8, 2.4],
      [2.4, 3.2],
    ].map((dot) => dot.map((part) => expect.closeTo(part))),
  );
  expect(ghostDots([ghost(0, 0, 3, 4)], 12)).toHaveLength(9);
});

it('[COMPARE3] a way that is shorter than two dots has none, and a very long one has 299', () => {
  expect(ghostDots([ghost(0, 0, 1, 0), ghost(5, 5, 5, 5)], 6)).toEqual([]);
  expect(ghostDots([ghost(0, 0, 10_000, 0)], 128)).toHaveLength(299);
});
