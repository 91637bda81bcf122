import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Feature } from '#contract/map';
import { metresTo } from '#domain/places/metresTo';
import { placeOf } from '#map/drawing/featureShape';
import { axisOfRing } from '#map/drawing/laneAxis';
import { legibleLabels } from '#map/drawing/laneLabels';
import type { Position } from '#map/drawing/position';

/** More than can be the arguments of one call. */
const VERTICES = 300_000;

it('[BIGPLAN1] a feature of more vertices than a call takes arguments has its axis, its place and its distance', () => {
  // 300 km along a lane of a metre.
  const ring = Array.from({ length: VERTICES }, (_, index): Position => [index % 2, index]);
  ring.push([0, 0]);
  const feature: Feature = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
  const line: Feature = { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: ring } };
  expect(axisOfRing(ring).width).toBeLessThan(3);
  expect(placeOf(feature)).toEqual([0.5, (VERTICES - 1) / 2]);
  expect(metresTo(line, [-7, 0])).toBe(7);
});

it('[BIGPLAN1] the labels that are kept are those that no kept label before them overlaps', () => {
  const labels = fc.array(fc.record({ x: fc.integer({ min: -40, max: 40 }), y: fc.integer({ min: -40, max: 40 }) }));
  fc.assert(
    fc.property(labels, fc.constantFrom(0.5, 1, 7.3, 16), (places, scale) => {
      const all = places.map(({ x, y }, index) => ({ text: String(index), place: [x, y] as Position, outward: [0, 1] as Position }));
      const kept: typeof all = [];
      for (const label of all) {
        const overlaps = (other: (typeof all)[number]) =>
          Math.abs(other.place[0] - label.place[0]) * scale < 40 && Math.abs(other.place[1] - label.place[1]) * scale < 18;
        if (!kept.some(overlaps)) kept.push(label);
      }
      expect(legibleLabels(all, scale)).toEqual(kept);
    }),
  );
});
