/** The shapes of the demo's greenhouses, in which robots drive: lanes, walkway and charger, in metres. */

/** The layout of a greenhouse: `lanes` per side of the walkway, in metres. Greenhouses of one shape share one plan. */
export interface SiteShape {
  readonly id: string;
  readonly walkway: 'head' | 'middle';
  readonly lanes: number;
  readonly laneLengthMetres: number;
}

/** A pipe-rail lane, running north or south from the walkway. `id` is the id of the node at its head, `outNode` that of the node at its far end. */
export interface PlanLane {
  readonly id: string;
  readonly outNode: string;
  readonly gutter: number;
  readonly x: number;
  readonly headY: number;
  readonly farY: number;
}

/** Distance between the centres of two lanes. */
export const LANE_PITCH_METRES = 1.6;
/** Width of a lane, from rail to rail. */
export const LANE_WIDTH_METRES = 0.6;
/** Width of the concrete walkway; its centre is y = 0. */
export const WALKWAY_WIDTH_METRES = 3;
/** X of the first lane. */
export const FIRST_LANE_X_METRES = 6;
/** Node and pose of the charger on the walkway, in metres. */
export const CHARGER = { node: 'CHARGE', x: 2, y: 0 } as const;

/** The shapes of the demo's greenhouses. */
export const planShapes = {
  small: { id: 'small', walkway: 'head', lanes: 24, laneLengthMetres: 42 },
  long: { id: 'long', walkway: 'head', lanes: 36, laneLengthMetres: 88 },
  wide: { id: 'wide', walkway: 'middle', lanes: 48, laneLengthMetres: 60 },
  square: { id: 'square', walkway: 'middle', lanes: 30, laneLengthMetres: 52 },
} as const satisfies Record<string, SiteShape>;

const half = WALKWAY_WIDTH_METRES / 2;

/** Rounds metres to millimetres, which removes floating-point noise. */
export const toMillimetre = (metres: number) => Math.round(metres * 1000) / 1000;

/** Returns the lanes of a shape in order: 101… north of the walkway, and 201… south of it when the walkway lies in the middle. */
export function lanesOf(shape: SiteShape): readonly PlanLane[] {
  const sides = shape.walkway === 'middle' ? ([1, -1] as const) : ([1] as const);
  return sides.flatMap((side) =>
    Array.from({ length: shape.lanes }, (_, index): PlanLane => {
      const number = (side === 1 ? 101 : 201) + index;
      return {
        id: String(number),
        outNode: `${number}-out`,
        gutter: number,
        x: toMillimetre(FIRST_LANE_X_METRES + index * LANE_PITCH_METRES),
        headY: side * half,
        farY: side * (half + shape.laneLengthMetres),
      };
    }),
  );
}

/** Returns the bounding rectangle of the whole site, in metres. */
export function siteOf(shape: SiteShape) {
  const right = toMillimetre(FIRST_LANE_X_METRES + shape.lanes * LANE_PITCH_METRES + 2);
  const reach = half + shape.laneLengthMetres + 1.5;
  return { left: -1, right, bottom: shape.walkway === 'middle' ? -reach : -half - 0.5, top: reach };
}
