/**
 * Derives the state of each lane of a treatment from its jobs (`queued`, `failed`, `recovered`, `completed`, `none`), and lists the failed jobs of lanes that
 * were not recovered.
 */

import type { Job } from '#contract/fleet/dataGroup';
import { jobProgress } from './jobStatus.ts';

/** The state of a lane; its colours on the map are yellow, red, olive, green, grey. Source: RULE-074..078, CONST-056. */
export type LaneState = 'queued' | 'failed' | 'recovered' | 'completed' | 'none';

type LaneJob = Pick<Job, 'status'>;

/**
 * Derives the state of one lane from its jobs, oldest first: `queued` if any job is pending, otherwise the state of the newest job that is done or failed;
 * `none` if there is no such job. Source: RULE-074..079, LANE1.
 */
export function laneState(jobs: readonly LaneJob[]): LaneState {
  const progress = jobs.map(({ status }) => jobProgress(status));
  if (progress.includes('toCome')) return 'queued';
  const newest = progress.findLast((one) => one === 'done' || one === 'failed');
  if (newest === undefined) return 'none';
  if (newest === 'failed') return 'failed';
  return progress.includes('failed') ? 'recovered' : 'completed';
}

/** Returns the states of all lanes that have jobs, by lane id (`object_id`). */
export function laneStates(jobs: readonly Job[]): ReadonlyMap<string, LaneState> {
  const byLane = new Map<string, Job[]>();
  for (const job of jobs) {
    if (job.object_id == null || job.object_id === '' || job.status == null) continue;
    const ofLane = byLane.get(job.object_id);
    if (ofLane === undefined) byLane.set(job.object_id, [job]);
    else ofLane.push(job);
  }
  return new Map([...byLane].map(([lane, ofLane]) => [lane, laneState(ofLane)]));
}

/** Returns the failed jobs of lanes that were not recovered, in input order. Source: TRT-026, RULE-079. */
export function failedJobs<Lane extends Job>(jobs: readonly Lane[]): readonly Lane[] {
  const states = laneStates(jobs);
  const isRecovered = ({ object_id }: Job) => states.get(object_id ?? '') === 'recovered';
  return jobs.filter((job) => jobProgress(job.status) === 'failed' && !isRecovered(job));
}
