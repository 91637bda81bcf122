import type { CSSProperties } from 'react';
import type { Position } from './drawing/position.ts';
import type { Size } from './planView.ts';

/** Distance of the card from its position sideways, its offset beyond the position upwards or downwards, and from the edges of the map, in pixels. */
const BESIDE_PX = 14;
const BEYOND_PX = 14;
const EDGE_PX = 8;
/** Width and height to which a card is limited at least, in pixels, so that it can be read on a tiny map. */
const LEAST_PX = 120;
const WIDEST_PX = 260;

/** Returns the distance of a card from the edge that is behind the position, and the room that is left before it. */
function placed(at: number, length: number, distance: number): readonly [fromEdge: number, room: number] {
  const fromEdge = Math.min(Math.max(at + distance, EDGE_PX), Math.max(EDGE_PX, length - LEAST_PX - EDGE_PX));
  return [fromEdge, Math.max(LEAST_PX, length - fromEdge - EDGE_PX)];
}

/**
 * Returns where the card of a popup is, and how large it can be, so that it is within the map and does not cover its position. It opens to the left in the right
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
