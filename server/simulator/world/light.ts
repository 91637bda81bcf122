import type { Job } from '#contract/machine';
import type { TreatmentJob } from '#contract/treatment';
import { randomOf } from '../../platform/randomOf.ts';
import { between } from '../../platform/random.ts';
import { LANE_PITCH_METRES, type PlanLane } from '../../maps/seed/planShape.ts';
import { LANE_SPEED } from './drive.ts';
import type { Mission } from './robot.ts';

/** What its lamps give, in watts, over the rows on both sides of a lane. */
const LAMP_WATTS = 260;

const lengthOf = ({ headY, farY }: PlanLane) => Math.abs(farY - headY);

/** The share of a lane that a job lit; the same whenever it is reported. A robot that fails does so somewhere on its way. */
function shareOf(mission: Mission, { object_id, status }: Job, at: number): number {
  if (status === 'QUEUED') return 0;
  const random = randomOf(`${mission.treatmentId} light ${object_id ?? ''} ${at}`);
  return status === 'FAILED' ? between(0.1, 0.9, random) : between(0.94, 1.12, random);
}

/** The jobs of a mission, each with the light its lane got by it: up and back in seconds, and joules per square metre. */
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

/** Whether a mission only tries something out: one in twelve, and always the same ones. */
export const isTest = ({ treatmentId }: Mission): boolean => randomOf(`${treatmentId} test`)() < 1 / 12;
