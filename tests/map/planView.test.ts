import { describe, expect, it } from 'vitest';
import { clampZoom, fitView, keepOnPlan, MAX_ZOOM, MIN_ZOOM, project, viewAfterKey, viewWith } from '#map/planView';

const size = { width: 1_000, height: 900 };

describe('planView', () => {
  it.each([
    [-3, 2],
    [1.999, 2],
    [2, 2],
    [4.2, 4.2],
    [7, 7],
    [7.001, 7],
    [40, 7],
  ])('[CONST-033] [MAP-042] [MAP-043] zoom %s becomes %s', (asked, given) => {
    expect(clampZoom(asked)).toBe(given);
  });

  it.each([
    ['a greenhouse', { west: 0, south: 0, east: 59.5, north: 10 }, 4, [29.75, 5]],
    ['a plan too large to fit', { west: 0, south: 0, east: 5_000, north: 5_000 }, MIN_ZOOM, [2_500, 2_500]],
    ['a single place', { west: 3, south: 4, east: 3, north: 4 }, MAX_ZOOM, [3, 4]],
  ])('[CONST-033] %s is shown whole and in the middle, within the limits', (_, bounds, zoom, target) => {
    expect(fitView(bounds, size)).toEqual({ target, zoom });
  });

  it('a plan with nothing on it is still a view', () => {
    expect(fitView(null, size)).toEqual({ target: [0, 0], zoom: MIN_ZOOM });
  });

  it('a plan fits before its size on the screen is known', () => {
    expect(fitView({ west: 0, south: 0, east: 10, north: 10 }, { width: 0, height: 0 }).zoom).toBe(MIN_ZOOM);
  });

  it.each([
    ['the middle', [10, 20], [500, 450]],
    ['one metre north is drawn higher', [10, 21], [500, 442]],
    ['one metre east is drawn to the right', [11, 20], [508, 450]],
  ] as const)('projects %s', (_, [x, y], pixel) => {
    expect(project({ target: [10, 20], zoom: 3 }, size, [x, y])).toEqual(pixel);
  });

  it.each([
    ['ArrowLeft', [-10, 0], 3],
    ['ArrowRight', [10, 0], 3],
    ['ArrowUp', [0, 10], 3],
    ['ArrowDown', [0, -10], 3],
    ['+', [0, 0], 3.5],
    ['-', [0, 0], 2.5],
  ])('the key %s moves to %s at zoom %s', (key, target, zoom) => {
    expect(viewAfterKey({ target: [0, 0], zoom: 3 }, key)).toEqual({ target, zoom });
  });

  it.each([
    ['+', 7],
    ['-', 2],
  ])('[CONST-033] the key %s stops at zoom %s', (key, limit) => {
    expect(viewAfterKey({ target: [0, 0], zoom: limit }, key)?.zoom).toBe(limit);
  });

  it('leaves other keys to the page', () => {
    expect(viewAfterKey({ target: [0, 0], zoom: 3 }, 'Tab')).toBeNull();
  });

  it.each<readonly [asked: [number, number], target: [number, number]]>([
    [
      [-500, 3],
      [0, 3],
    ],
    [
      [30, 900],
      [30, 10],
    ],
    [
      [12, 4],
      [12, 4],
    ],
  ])('[SCROLL1] a plan cannot be moved out of its frame: centre %s becomes %s', (asked, target) => {
    expect(keepOnPlan({ target: asked, zoom: 3 }, { west: 0, south: 0, east: 60, north: 10 })).toEqual({ target, zoom: 3 });
  });

  it('[SCROLL2] a plan too large to fit begins with the device in view, one that fits stays whole', () => {
    const phone = { width: 358, height: 500 };
    const large = fitView({ west: 0, south: 0, east: 400, north: 400 }, phone);
    const [x, y] = project(viewWith(large, [5, 390], phone), phone, [5, 390]);
    expect([x >= 0 && x <= phone.width, y >= 0 && y <= phone.height]).toEqual([true, true]);
    const small = fitView({ west: 0, south: 0, east: 40, north: 40 }, phone);
    expect(viewWith(small, [12, 30], phone)).toEqual(small);
  });
});
