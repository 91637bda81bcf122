/** The camera of a plan: fit, zoom limits, moves by keys, and the scale bar. */

import type { Bounds, Position } from './drawing/position.ts';

/** The view of a plan: its centre in metres and the zoom; zoom 0 is one pixel per metre, and each step doubles this. */
export interface PlanCamera {
  readonly target: Position;
  readonly zoom: number;
}
/** Size of the drawing area in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Minimum zoom: 4 pixels per metre, or for a larger plan the zoom that shows it whole (`leastZoom`). Source: CONST-033. */
export const MIN_ZOOM = 2;
/** Maximum zoom: 128 pixels per metre. Source: CONST-033. */
export const MAX_ZOOM = 7;
/**
 * Margins in pixels of the container around a whole plan, and around a place that is brought into view. They contain the overlays at touch size: the scale bar
 * at the lower edge and the zoom buttons at the right (`MapOverlays`).
 */
export const CLEAR_PX = { left: 24, top: 24, right: 68, bottom: 64 } as const;

/** Returns the zoom limited to the range, both ends inclusive. */
export const clampZoom = (zoom: number, least = MIN_ZOOM) => Math.min(MAX_ZOOM, Math.max(least, zoom));

/** Returns the pixels per metre at a zoom. */
export const pixelsPerMetre = (zoom: number) => 2 ** zoom;

/** Returns the zoom at which a plan fills the part of the container without overlays; null if the container is smaller than the overlays. */
function wholeZoom({ west, south, east, north }: Bounds, { width, height }: Size): number | null {
  const { left, top, right, bottom } = CLEAR_PX;
  const scale = Math.min((width - left - right) / Math.max(east - west, 1), (height - top - bottom) / Math.max(north - south, 1));
  return scale > 0 ? Math.log2(scale) : null;
}

/** Returns the minimum zoom of a plan: `MIN_ZOOM`, or for a larger plan the zoom that shows it whole. Source: MAPV1. */
export const leastZoom = (bounds: Bounds | null, size: Size): number =>
  Math.min(MIN_ZOOM, (bounds === null ? null : wholeZoom(bounds, size)) ?? MIN_ZOOM);

/** Returns the view with the whole plan centred between the overlays, as large as the overlays and the zoom limits allow. Source: MAPV1. */
export function fitView(bounds: Bounds | null, size: Size): PlanCamera {
  if (bounds === null) return { target: [0, 0], zoom: MIN_ZOOM };
  const { left, top, right, bottom } = CLEAR_PX;
  const zoom = clampZoom(wholeZoom(bounds, size) ?? MIN_ZOOM, leastZoom(bounds, size));
  const scale = pixelsPerMetre(zoom);
  return {
    target: [(bounds.west + bounds.east + (right - left) / scale) / 2, (bounds.south + bounds.north - (bottom - top) / scale) / 2],
    zoom,
  };
}

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Returns a view whose centre is on the plan, so the plan never leaves its container; the zoom is within its limits. */
export const keepOnPlan = ({ target, zoom }: PlanCamera, bounds: Bounds | null, least: number): PlanCamera => ({
  target: bounds === null ? target : [within(target[0], bounds.west, bounds.east), within(target[1], bounds.south, bounds.north)],
  zoom: clampZoom(zoom, least),
});

/** Minimum distance in pixels between the overlays and a place that is brought into view, so the mark of a device, with its heading, is not covered. */
const MARK_PX = 24;

/**
 * Returns the offset from the centre of a length, in pixels, that is nearest to the given one and not covered at either end; if the uncovered part is too
 * short, its centre.
 */
function clearOffset(offset: number, length: number, before: number, after: number): number {
  const [low, high] = [before + MARK_PX - length / 2, length / 2 - after - MARK_PX];
  return low > high ? (low + high) / 2 : within(offset, low, high);
}

/** Returns the view after the smallest move that brings a place between the overlays. */
export function viewWith({ target, zoom }: PlanCamera, place: Position, { width, height }: Size): PlanCamera {
  const scale = pixelsPerMetre(zoom);
  const { left, top, right, bottom } = CLEAR_PX;
  const across = clearOffset((place[0] - target[0]) * scale, width, left, right);
  const up = clearOffset((place[1] - target[1]) * scale, height, bottom, top);
  return { target: [place[0] - across / scale, place[1] - up / scale], zoom };
}

/** Returns the position of a point of the plan in pixels from the top left corner. North is up. */
export function project({ target, zoom }: PlanCamera, { width, height }: Size, [x, y]: Position): Position {
  const scale = pixelsPerMetre(zoom);
  return [width / 2 + (x - target[0]) * scale, height / 2 - (y - target[1]) * scale];
}

/** Returns the position of a pixel of a plan in metres: the inverse of `project`. */
export function unproject({ target, zoom }: PlanCamera, { width, height }: Size, [left, top]: Position): Position {
  const scale = pixelsPerMetre(zoom);
  return [target[0] + (left - width / 2) / scale, target[1] - (top - height / 2) / scale];
}

const STEP_PX = 80;
const moves: Readonly<Record<string, readonly [east: number, north: number, zoom: number]>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  '+': [0, 0, 0.5],
  '=': [0, 0, 0.5],
  '-': [0, 0, -0.5],
  _: [0, 0, -0.5],
};

/** Returns the view after a key press; null for other keys. The arrow keys move the view by 80 pixels, and + and - zoom by half a step. */
export function viewAfterKey({ target, zoom }: PlanCamera, key: string, least: number): PlanCamera | null {
  const move = moves[key];
  if (move === undefined) return null;
  const metres = STEP_PX / pixelsPerMetre(zoom);
  return { target: [target[0] + move[0] * metres, target[1] + move[1] * metres], zoom: clampZoom(zoom + move[2], least) };
}

const LENGTHS_METRES = [5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5];
const WIDEST_PX = 120;

/** Returns the longest round length that fits in 120 pixels at a zoom, and its width. */
export function scaleBar(zoom: number): { readonly lengthMetres: number; readonly widthPx: number } {
  const scale = pixelsPerMetre(zoom);
  const lengthMetres = LENGTHS_METRES.find((metres) => metres * scale <= WIDEST_PX) ?? 0.5;
  return { lengthMetres, widthPx: Math.round(lengthMetres * scale) };
}
