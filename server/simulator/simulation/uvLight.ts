import type { Job } from '#contract/fleet/dataGroup';
import type { TreatmentJob } from '#contract/fleet/treatment';
import { randomFromText } from '#domain/random/randomFromText';
import { between } from '#domain/random/random';
import { LANE_PITCH_METRES, type PlanLane } from '../company/planShape.ts';
import { LANE_SPEED } from './drive.ts';
import type { Mission } from './robot.ts';

/** UV power over the rows on both sides of a lane, in watts. */
const LAMP_WATTS = 260;

const lengthOf = ({ headY, farY }: PlanLane) => Math.abs(farY - headY);

/** Returns the share of a lane that a job treated, seeded so that it is always the same; a failed job treated a part of the lane. */
function shareOf(mission: Mission, { object_id, status }: Job, at: number): number {
  if (status === 'QUEUED') return 0;
  const random = randomFromText(`${mission.treatmentId} light ${object_id ?? ''} ${at}`);
  return status === 'FAILED' ? between(0.1, 0.9, random) : between(0.94, 1.12, random);
}

/** Returns the jobs of a mission with the UV light given to each lane: seconds (both directions) and joules per square metre. */
export function litJobs(mission: Mission): TreatmentJob[] {
  const lanes = new Map(mission.asked.map((lane) => [lane.id, lane]));
  return mission.jobs.map((job, at): TreatmentJob => {
    const lane = lanes.get(job.object_id ?? '');
    const share = shareOf(mission, job, at);
    if (lane === undefined || share === 0) return job;
    const treatment_time = Math.round((share * 2 * lengthOf(lane)) / LANE_SPEED);
    return { ...job, treatment_time, dosage: Math.round((LAMP_WATTS * treatment_time) / (lengthOf(lane) * LANE_PITCH_METRES)) };
  });
}

/** Returns whether a mission is a test: one in twelve is, seeded with the treatment id. */
export const isTest = ({ treatmentId }: Mission): boolean => randomFromText(`${treatmentId} test`)() < 1 / 12;
