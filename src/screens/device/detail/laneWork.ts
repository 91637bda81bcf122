import type { Job } from '#contract/machine';
import { laneStates, type LaneState } from '#domain/jobs';
import type { LaneTone, LaneTones } from '#map/laneFill';

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

/** What the plan shows of the treatment under way: light where it was, a failure where it was not; and the word for each lane. */
export interface LaneWork {
  readonly laneTones: LaneTones;
  readonly laneNotes: ReadonlyMap<string, string>;
}

/** What became of each lane so far. */
export function laneWork(jobs: readonly Job[]): LaneWork {
  const laneTones = new Map<string, LaneTone>();
  const laneNotes = new Map<string, string>();
  for (const [lane, state] of laneStates(jobs)) {
    const tone = tones[state];
    if (tone !== null) laneTones.set(lane, tone);
    laneNotes.set(lane, notes[state]);
  }
  return { laneTones, laneNotes };
}
