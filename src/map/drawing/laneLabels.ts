import type { Lane } from './laneFill.ts';
import type { Position } from './position.ts';

/** A lane number next to the head of its lane. `outward` is the unit vector that points away from the lane, x east and y north. */
export interface LaneLabel {
  readonly text: string;
  readonly place: Position;
  readonly outward: Position;
}

const APART_PX = { across: 40, up: 18 };

/** Returns the number of each lane as a label at its head, where its axis starts; `legibleLabels` reduces the labels according to the scale. */
export const laneLabels = (lanes: readonly Lane[]): LaneLabel[] =>
  lanes.map(({ id, axis: { start, end } }) => {
    const length = Math.hypot(start[0] - end[0], start[1] - end[1]) || 1;
    return { text: id, place: start, outward: [(start[0] - end[0]) / length, (start[1] - end[1]) / length] };
  });

const STEPS = [-1, 0, 1];

/**
 * Returns the labels, in order, that do not overlap at this scale. Each label is compared only with those in its own and the adjacent cells of a grid. Source:
 * BIGPLAN1.
 */
export function legibleLabels(labels: readonly LaneLabel[], pixelsPerMetre: number): LaneLabel[] {
  const cells = new Map<string, Position[]>();
  const cellOf = ([x, y]: Position) =>
    [Math.floor((x * pixelsPerMetre) / APART_PX.across), Math.floor((y * pixelsPerMetre) / APART_PX.up)] as const;
  const isNear = (place: Position, other: Position) =>
    Math.abs(other[0] - place[0]) * pixelsPerMetre < APART_PX.across && Math.abs(other[1] - place[1]) * pixelsPerMetre < APART_PX.up;
  return labels.filter(({ place }) => {
    const [column, row] = cellOf(place);
    const around = STEPS.flatMap((across) => STEPS.flatMap((up) => cells.get(`${column + across} ${row + up}`) ?? []));
    if (around.some((other) => isNear(place, other))) return false;
    const own = cells.get(`${column} ${row}`);
    if (own === undefined) cells.set(`${column} ${row}`, [place]);
    else own.push(place);
    return true;
  });
}
