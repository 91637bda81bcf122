/** A mission and the jobs of its lanes: creation, completion, failure, skipping and lane counts. */

import type { Job } from '#contract/fleet/dataGroup';
import { between, hex, type Random } from '#domain/random/random';
import type { RobotProperties, Mission } from './robot.ts';

const JOB_TYPE = 'uv_treatment';

/** Creates a mission over adjacent lanes, sometimes with a wait before it. `at` is ms since epoch on the robot's clock. */
export function newMission(build: RobotProperties, at: number, random: Random): Mission {
  const count = Math.floor(between(4, Math.min(28, build.lanes.length), random));
  const first = Math.floor(random() * (build.lanes.length - count));
  const asked = build.lanes.slice(first, first + count);
  const seconds = random() < 0.4 ? Math.floor(between(2, 10, random)) * 30 : 0;
  const wait: Job[] = seconds === 0 ? [] : [{ job_type: 'waiting', object_id: `waiting - ${seconds}` }];
  return {
    // The instant prevents a second start with the same seed from reusing an id.
    treatmentId: `${Math.floor(at / 1000).toString(16)}-${hex(6, random)}`,
    missionId: `UV ${random() < 0.7 ? 'night' : 'day'}, rows ${asked[0]?.id ?? '?'}-${asked.at(-1)?.id ?? '?'}`,
    creationAt: at,
    startAt: null,
    asked,
    next: 0,
    jobs: [...wait, ...asked.map(({ id, gutter }): Job => ({ job_type: JOB_TYPE, object_id: id, status: 'QUEUED', gutter }))],
  };
}

/** Returns the wait before a mission in seconds, from its first job; 0 if there is none. */
export function waitSeconds(mission: Mission): number {
  const [, seconds] = (mission.jobs[0]?.object_id ?? '').split(' - ');
  return seconds === undefined ? 0 : Number(seconds);
}

/** Completes the queued job of the current lane and advances to the next lane. */
export function completeLane(mission: Mission): Mission {
  const lane = mission.asked[mission.next];
  const jobs = mission.jobs.map((job): Job => (isQueued(job, lane?.id) ? { ...job, status: 'COMPLETED' } : job));
  return { ...mission, jobs, next: mission.next + 1 };
}

/** Fails the queued job of the current lane; `again` queues the lane once more; the lane is recovered if that job succeeds. */
export function failLane(mission: Mission, errorCode: string, again: boolean): Mission {
  const lane = mission.asked[mission.next];
  const jobs = mission.jobs.flatMap((job): Job[] => {
    if (!isQueued(job, lane?.id)) return [job];
    const failed: Job = { ...job, status: 'FAILED', error_code: errorCode };
    return again ? [failed, job] : [failed];
  });
  return { ...mission, jobs };
}

/** Skips the current lane. */
export function skipLane(mission: Mission): Mission {
  const lane = mission.asked[mission.next];
  const given = mission.jobs.filter((job) => !isQueued(job, lane?.id));
  const hasFailed = given.some((job) => job.object_id === lane?.id);
  return { ...mission, jobs: hasFailed ? given : mission.jobs, next: mission.next + 1 };
}

const isQueued = (job: Job, lane: string | undefined) => job.object_id === lane && job.status === 'QUEUED';

/** Counts the requested, treated and failed lanes by the last job of each lane. */
export function lanesOfMission(mission: Mission): { asked: number; treated: number; failed: number; reachedEnd: boolean } {
  const last = new Map(mission.jobs.map((job) => [job.object_id, job.status]));
  const count = (status: Job['status']) => mission.asked.filter(({ id }) => last.get(id) === status).length;
  const end = mission.asked.at(-1)?.id;
  return { asked: mission.asked.length, treated: count('COMPLETED'), failed: count('FAILED'), reachedEnd: last.get(end) === 'COMPLETED' };
}
