import { describe, expect, it } from 'vitest';
import { OLDER_AFTER_MS, TRAIL_MS, trailParts } from '#map/drawing/trailParts';

const now = 10_000_000;
const point = (ago: number, x: number) => ({ x, y: 0, at: now - ago });

describe('trailParts', () => {
  it('splits the trail where it grows old, without a gap', () => {
    expect(trailParts([point(OLDER_AFTER_MS + 2, 1), point(OLDER_AFTER_MS + 1, 2), point(OLDER_AFTER_MS, 3), point(0, 4)], now)).toEqual([
      {
        isOlder: true,
        path: [
          [1, 0],
          [2, 0],
          [3, 0],
        ],
      },
      {
        isOlder: false,
        path: [
          [3, 0],
          [4, 0],
        ],
      },
    ]);
  });

  it('forgets what is older than ten minutes and does not know the future', () => {
    expect(trailParts([point(TRAIL_MS + 1, 0), point(TRAIL_MS, 1), point(1, 2), point(-1, 3)], now)).toEqual([
      {
        isOlder: true,
        path: [
          [1, 0],
          [2, 0],
        ],
      },
    ]);
  });

  it('orders by time', () => {
    expect(trailParts([point(1, 2), point(2, 1)], now)).toEqual([
      {
        isOlder: false,
        path: [
          [1, 0],
          [2, 0],
        ],
      },
    ]);
  });

  it('a device that was seen once has no trail', () => {
    expect(trailParts([point(0, 1)], now)).toEqual([]);
  });
});
