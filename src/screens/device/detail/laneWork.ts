import type { Job } from '#contract/fleet/dataGroup';
import { laneStates, type LaneState } from '#domain/treatments/jobs';
import { begunLanes } from '#domain/treatments/begunLanes';
import type { LaneTone, LaneTones } from '#map/drawing/laneFill';

const DONE: LaneTone = { amount: 0.15 };
const tones: Readonly<Record<LaneState, LaneTone | null>> = {
  completed: DONE,
  recovered: DONE,
  failed: 'failed',
  queued: null,
  none: null,
};
const notes: Readonly<Record<LaneState, string>> = {
  completed: 'Completed',
  recovered: 'Recovered',
  failed: 'Failed',
  queued: 'Queued',
  none: '',
};

/** The active treatment on the plan: a tone for treated and failed lanes, and a popup line for each lane. */
export interface LaneWork {
  readonly laneTones: LaneTones;
  readonly laneNotes: ReadonlyMap<string, string>;
}

/** Returns the tone and popup line of each lane from the jobs of the active treatment. */
export function laneWork(jobs: readonly Job[]): LaneWork {
  const laneTones = new Map<string, LaneTone>();
  const laneNotes = new Map<string, string>();
  const begun = begunLanes(jobs);
  for (const [lane, state] of laneStates(jobs)) {
    const tone = tones[state];
    if (tone !== null) laneTones.set(lane, tone);
    laneNotes.set(lane, begun.get(lane) ?? notes[state]);
  }
  return { laneTones, laneNotes };
}
