import { expect, it } from 'vitest';
import { scaleBar } from '#map/planView';

it.each([
  [-3, 500, 63],
  [-1, 200, 100],
  [2, 20, 80],
  [3, 10, 80],
  [3.5, 10, 113],
  [5, 2, 64],
  [7, 0.5, 64],
])('at zoom %s the bar is %s m, %s pixels wide', (zoom, lengthMetres, widthPx) => {
  expect(scaleBar(zoom)).toEqual({ lengthMetres, widthPx });
});
