import type { Bounds, Position } from './position.ts';

/** The view of a plan: its centre in metres and the zoom, where 0 is one pixel per metre and each step doubles. */
export interface PlanView {
  readonly target: Position;
  readonly zoom: number;
}
/** Size of the drawing area in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Minimum zoom: 4 pixels per metre. Source: CONST-033. */
export const MIN_ZOOM = 2;
/** Maximum zoom: 128 pixels per metre. Source: CONST-033. */
export const MAX_ZOOM = 7;
const MARGIN_PX = 24;

/** Returns a zoom within the limits, both inclusive. */
export const clampZoom = (zoom: number) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));

/** Returns the pixels per metre at a zoom. */
export const pixelsPerMetre = (zoom: number) => 2 ** zoom;

/** Returns the view with the whole plan centred, as large as the zoom limits and a margin allow. */
export function fitView(bounds: Bounds | null, { width, height }: Size): PlanView {
  if (bounds === null) return { target: [0, 0], zoom: MIN_ZOOM };
  const across = (width - 2 * MARGIN_PX) / Math.max(bounds.east - bounds.west, 1);
  const up = (height - 2 * MARGIN_PX) / Math.max(bounds.north - bounds.south, 1);
  return {
    target: [(bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2],
    zoom: clampZoom(Math.log2(Math.max(Math.min(across, up), 1))),
  };
}

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Returns a view whose centre lies on the plan, so that the plan never leaves its frame; the zoom is within its limits. */
export const keepOnPlan = ({ target, zoom }: PlanView, bounds: Bounds | null): PlanView => ({
  target: bounds === null ? target : [within(target[0], bounds.west, bounds.east), within(target[1], bounds.south, bounds.north)],
  zoom: clampZoom(zoom),
});

/** Pixels between a place that is brought into view and the edge of the frame. */
const INSIDE_PX = 48;

/** Returns the view moved as little as brings a place into it. */
export function viewWith({ target, zoom }: PlanView, place: Position, { width, height }: Size): PlanView {
  const scale = pixelsPerMetre(zoom);
  const [across, up] = [width, height].map((px) => Math.max(px / 2 - INSIDE_PX, 0) / scale);
  return {
    target: [
      within(target[0], place[0] - (across ?? 0), place[0] + (across ?? 0)),
      within(target[1], place[1] - (up ?? 0), place[1] + (up ?? 0)),
    ],
    zoom,
  };
}

/** Returns the position of a point in pixels from the top left corner. North is up. */
export function project({ target, zoom }: PlanView, { width, height }: Size, [x, y]: Position): Position {
  const scale = pixelsPerMetre(zoom);
  return [width / 2 + (x - target[0]) * scale, height / 2 - (y - target[1]) * scale];
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

/** Returns the view after a key press, null for other keys. Arrows move 80 pixels, + and - zoom by half a step. */
export function viewAfterKey({ target, zoom }: PlanView, key: string): PlanView | null {
  const move = moves[key];
  if (move === undefined) return null;
  const metres = STEP_PX / pixelsPerMetre(zoom);
  return { target: [target[0] + move[0] * metres, target[1] + move[1] * metres], zoom: clampZoom(zoom + move[2]) };
}

const LENGTHS_METRES = [50, 20, 10, 5, 2, 1, 0.5];
const WIDEST_PX = 120;

/** Returns the longest round length that fits in 120 pixels at a zoom, and its width. */
export function scaleBar(zoom: number): { readonly lengthMetres: number; readonly widthPx: number } {
  const scale = pixelsPerMetre(zoom);
  const lengthMetres = LENGTHS_METRES.find((metres) => metres * scale <= WIDEST_PX) ?? 0.5;
  return { lengthMetres, widthPx: Math.round(lengthMetres * scale) };
}
