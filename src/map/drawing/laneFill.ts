/** Fills of lanes by their tone: the state of a job, a share 0..1 from green to red, or an amount of light. */

import { faded, type Rgb } from './rgb.ts';
import { scaleColour, type JobTone, type MapStyle } from './mapStyle.ts';
import { rectangle, type LaneAxis } from './laneAxis.ts';
import type { Position } from './position.ts';

/** The value of a data layer for a lane: the state of its job, a share 0..1 on the scale from green to red, or an amount of light 0..1. */
export type LaneTone = JobTone | { readonly share: number } | { readonly amount: number };
/** Tones by lane id. */
export type LaneTones = ReadonlyMap<string, LaneTone>;

/** A lane with its axis, which starts at the head; calculated once per plan. */
export interface Lane {
  readonly id: string;
  readonly axis: LaneAxis;
}
/** The shape drawn over a lane. `head` is the position of an icon, one metre inside the lane. */
export interface LaneFill {
  readonly id: string;
  readonly tone: LaneTone;
  readonly polygon: Position[];
  readonly head: Position;
}

const QUEUED_SHARE = 0.4;
/** Width of a fill over another tone, as a share of the lane's width. */
const BAND_SHARE = 0.5;

function inside({ start, end }: LaneAxis): Position {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  return [start[0] + (end[0] - start[0]) / length, start[1] + (end[1] - start[1]) / length];
}

/**
 * Returns the fills of all lanes that have a tone. A queued job covers two fifths of the lane's width, so it can be distinguished without colour; a fill over
 * another tone covers half.
 */
export const laneFills = (lanes: readonly Lane[], tones: LaneTones, under?: LaneTones): LaneFill[] =>
  lanes.flatMap(({ id, axis }) => {
    const tone = tones.get(id);
    if (tone === undefined) return [];
    const share = tone === 'queued' ? QUEUED_SHARE : under?.has(id) === true ? BAND_SHARE : 1;
    return [{ id, tone, polygon: rectangle(axis, share), head: inside(axis) }];
  });

const mixed = (ground: Rgb, colour: Rgb, share: number): Rgb => {
  const part = (at: 0 | 1 | 2) => Math.round(ground[at] + (colour[at] - ground[at]) * share);
  return [part(0), part(1), part(2)];
};

/** Returns the opaque colour of a tone; an amount of light is a violet whose intensity grows with the amount. */
export function fillColour(style: MapStyle, tone: LaneTone): [number, number, number, number] {
  if (typeof tone === 'string') return faded(style.jobs[tone], 1);
  if ('share' in tone) return faded(scaleColour(style, tone.share), 1);
  return faded(mixed(style.lane, style.tones.treating, 0.15 + 0.75 * Math.min(1, Math.max(0, tone.amount))), 1);
}
