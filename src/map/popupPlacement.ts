import type { CSSProperties } from 'react';
import type { Position } from './drawing/position.ts';
import type { Size } from './planView.ts';

/** Distances of the popup card in pixels: sideways from its position, upwards or downwards from its position, and from the edges of the map. */
const BESIDE_PX = 14;
const BEYOND_PX = 14;
const EDGE_PX = 8;
/** Minimum width and height available to a card, in pixels, so it can be read on a tiny map. */
const LEAST_PX = 120;
const WIDEST_PX = 260;

/** Returns the distance of a card from the edge of the map on the side of its position, and the room up to the opposite edge, in pixels. */
function placed(at: number, length: number, distance: number): readonly [fromEdge: number, room: number] {
  const fromEdge = Math.min(Math.max(at + distance, EDGE_PX), Math.max(EDGE_PX, length - LEAST_PX - EDGE_PX));
  return [fromEdge, Math.max(LEAST_PX, length - fromEdge - EDGE_PX)];
}

/**
 * Returns the position and the maximum size of a popup's card, so it stays within the map and does not cover its position. It opens to the left in the right
 * half of the map, and upwards in the lower half. Source: POPUP3.
 */
export function popupPlacement([x, y]: Position, { width, height }: Size): CSSProperties {
  const isRight = x > width / 2;
  const isLow = y > height / 2;
  const [besidePx, widthPx] = placed(isRight ? width - x : x, width, BESIDE_PX);
  const [beyondPx, heightPx] = placed(isLow ? height - y : y, height, -BEYOND_PX);
  return {
    [isRight ? 'right' : 'left']: `${besidePx}px`,
    [isLow ? 'bottom' : 'top']: `${beyondPx}px`,
    maxWidth: `${Math.min(WIDEST_PX, widthPx)}px`,
    maxHeight: `${heightPx}px`,
  };
}
