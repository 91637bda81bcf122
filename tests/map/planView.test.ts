import { describe, expect, it } from 'vitest';
import {
  CLEAR_PX,
  clampZoom,
  fitView,
  keepOnPlan,
  leastZoom,
  MAX_ZOOM,
  MIN_ZOOM,
  project,
  viewAfterKey,
  viewWith,
  unproject,
  type PlanCamera,
} from '#map/planView';
import { regionBetween } from '#map/RegionDrawing';

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
    ['a greenhouse', { west: 0, south: 0, east: 56.75, north: 10 }, 4],
    ['a plan too large for the least zoom', { west: 0, south: 0, east: 5_000, north: 5_000 }, Math.log2(812 / 5_000)],
    ['a single place', { west: 3, south: 4, east: 3, north: 4 }, MAX_ZOOM],
  ])('[CONST-033] [CLEAR1] %s is in the middle of what nothing lies over, as large as the limits allow', (_, bounds, zoom) => {
    const view = fitView(bounds, size);
    expect(view.zoom).toBe(zoom);
    const [west, south] = project(view, size, [bounds.west, bounds.south]);
    const [east, north] = project(view, size, [bounds.east, bounds.north]);
    const { left, top, right, bottom } = CLEAR_PX;
    expect(west - left).toBeCloseTo(size.width - right - east);
    expect(north - top).toBeCloseTo(size.height - bottom - south);
  });

  const sides = [2, 20, 300, 600, 2_000, 10_000];
  it.each(sides.flatMap((side) => [[side, 358, 500] as const, [side, 1_400, 900] as const]))(
    '[MAPV1] a plan of %s m is seen whole on %s by %s px, and zoomed out no further than that or 2',
    (side, width, height) => {
      const [bounds, frame] = [
        { west: 0, south: 0, east: side, north: side / 2 },
        { width, height },
      ];
      const view = fitView(bounds, frame);
      const [[west, south], [east, north]] = [project(view, frame, [0, 0]), project(view, frame, [side, side / 2])];
      expect([west >= 23.9, north >= 23.9, east <= width - 67.9, south <= height - 63.9]).toEqual([true, true, true, true]);
      const least = leastZoom(bounds, frame);
      expect(least).toBe(Math.min(MIN_ZOOM, view.zoom));
      expect(viewAfterKey({ ...view, zoom: least }, '-', least)?.zoom).toBe(least);
      expect(keepOnPlan({ ...view, zoom: -40 }, bounds, least).zoom).toBe(least);
    },
  );

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
    expect(viewAfterKey({ target: [0, 0], zoom: 3 }, key, MIN_ZOOM)).toEqual({ target, zoom });
  });

  it.each([
    ['+', 7],
    ['-', 2],
  ])('[CONST-033] the key %s stops at zoom %s', (key, limit) => {
    expect(viewAfterKey({ target: [0, 0], zoom: limit }, key, MIN_ZOOM)?.zoom).toBe(limit);
  });

  it('leaves other keys to the page', () => {
    expect(viewAfterKey({ target: [0, 0], zoom: 3 }, 'Tab', MIN_ZOOM)).toBeNull();
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
    expect(keepOnPlan({ target: asked, zoom: 3 }, { west: 0, south: 0, east: 60, north: 10 }, MIN_ZOOM)).toEqual({ target, zoom: 3 });
  });

  const corners = [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const;
  it.each([
    [358, 500],
    [612, 420],
    [1_400, 900],
  ])(
    '[SCROLL2] [CLEAR1] on %s by %s px a plan begins with its device beside scale bar and zoom buttons, one that fits stays whole',
    (width, height) => {
      const frame = { width, height };
      const { left, top, right, bottom } = CLEAR_PX;
      for (const side of [40, 400, 2_000])
        for (const [east, north] of corners) {
          const whole = fitView({ west: 0, south: 0, east: side, north: side }, frame);
          const view = viewWith(whole, [east * side, north * side], frame);
          const [x, y] = project(view, frame, [east * side, north * side]);
          // The mark of a device with its heading reaches 20 px around its place.
          expect([x >= left, x <= width - right, y >= top, y <= height - bottom]).toEqual([true, true, true, true]);
          if (side === 40)
            expect(viewWith(whole, [12, 30], frame)).toEqual({
              target: [expect.closeTo(whole.target[0]), expect.closeTo(whole.target[1])],
              zoom: whole.zoom,
            });
        }
    },
  );

  it('a frame too small for anything beside the buttons shows the place in its middle', () => {
    const [x, y] = project(viewWith({ target: [0, 0], zoom: 2 }, [9, 9], { width: 100, height: 90 }), { width: 100, height: 90 }, [9, 9]);
    expect([x, y]).toEqual([28, 25]);
  });
});

describe('a drawn rectangle', () => {
  const view: PlanCamera = { target: [10, 20], zoom: 3 };
  const area = { width: 400, height: 300 };

  it('[REGION9] is the one between two pixels, whichever was first, in metres with north up', () => {
    expect(unproject(view, area, project(view, area, [3.5, 8]))).toEqual([3.5, 8]);
    const region = { west: -2.5, south: 13.75, east: 10, north: 32.5 };
    expect(regionBetween(view, area, { from: [100, 50], to: [200, 200] })).toEqual(region);
    expect(regionBetween(view, area, { from: [200, 200], to: [100, 50] })).toEqual(region);
  });

  it('[REGION9] is none after a press, or without an area', () => {
    expect(regionBetween(view, area, { from: [100, 50], to: [103, 52] })).toBeNull();
    expect(regionBetween(view, area, { from: [100, 50], to: [300, 50] })).toBeNull();
  });
});
