import { faded } from './rgb.ts';
import { scaleColour, type JobTone, type MapLook } from './mapLook.ts';
import { rectangle, type LaneAxis } from './laneAxis.ts';
import type { Position } from './position.ts';

/** What a data layer says of a lane: what became of its job, a share 0..1 on the scale from green to red, or an amount 0..1 of light. */
export type LaneTone = JobTone | { readonly share: number } | { readonly amount: number };
/** A tone by the id of its lane. */
export type LaneTones = ReadonlyMap<string, LaneTone>;

/** A lane with its axis, head first, worked out once per plan. */
export interface Lane {
  readonly id: string;
  readonly axis: LaneAxis;
}
/** What is drawn over a lane. `head` is where a mark stands, one metre inside the lane. */
export interface LaneFill {
  readonly id: string;
  readonly tone: LaneTone;
  readonly polygon: Position[];
  readonly head: Position;
}

const QUEUED_SHARE = 0.4;

function inside({ start, end }: LaneAxis): Position {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  return [start[0] + (end[0] - start[0]) / length, start[1] + (end[1] - start[1]) / length];
}

/** The drawings for all lanes that have a tone. A queued job takes two fifths of the lane, so that it is told apart without colour. */
export const laneFills = (lanes: readonly Lane[], tones: LaneTones): LaneFill[] =>
  lanes.flatMap(({ id, axis }) => {
    const tone = tones.get(id);
    if (tone === undefined || tone === 'none') return [];
    return [{ id, tone, polygon: rectangle(axis, tone === 'queued' ? QUEUED_SHARE : 1), head: inside(axis) }];
  });

/** The colour of a tone; an amount of light is a violet that grows denser. */
export function fillColour(look: MapLook, tone: LaneTone): [number, number, number, number] {
  if (typeof tone === 'string') return faded(look.jobs[tone], 1);
  if ('share' in tone) return faded(scaleColour(look, tone.share), 1);
  return faded(look.tones.treating, 0.15 + 0.75 * Math.min(1, Math.max(0, tone.amount)));
}
