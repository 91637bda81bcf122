import type { Lane } from './laneFill.ts';
import type { Position } from './position.ts';

/** A lane number next to the head of its lane. `outward` is the unit vector that points away from the lane, x east and y north. */
export interface LaneLabel {
  readonly text: string;
  readonly place: Position;
  readonly outward: Position;
}

const APART_PX = { across: 40, up: 18 };

/** Returns the number of each lane as a label at its head, where its axis starts; `legibleLabels` thins them by scale. */
export const laneLabels = (lanes: readonly Lane[]): LaneLabel[] =>
  lanes.map(({ id, axis: { start, end } }) => {
    const length = Math.hypot(start[0] - end[0], start[1] - end[1]) || 1;
    return { text: id, place: start, outward: [(start[0] - end[0]) / length, (start[1] - end[1]) / length] };
  });

/** Returns the labels, in order, that do not overlap at this scale. */
export function legibleLabels(labels: readonly LaneLabel[], pixelsPerMetre: number): LaneLabel[] {
  const kept: LaneLabel[] = [];
  for (const label of labels) {
    const isClear = kept.every(
      ({ place }) =>
        Math.abs(place[0] - label.place[0]) * pixelsPerMetre >= APART_PX.across ||
        Math.abs(place[1] - label.place[1]) * pixelsPerMetre >= APART_PX.up,
    );
    if (isClear) kept.push(label);
  }
  return kept;
}
