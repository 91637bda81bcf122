import type { PlanLane } from '#server/simulator/company/planShape';
import type { Mission } from '#server/simulator/simulation/robot';

const lane = (id: string): PlanLane => ({ id, outNode: 'n', gutter: 1, x: 1, headY: 1.5, farY: 43.5 });

/** A mission of two lanes, "a" and "b", of which none is done. */
export const begunMission: Mission = {
  treatmentId: 't-1',
  missionId: 'UV night',
  creationAt: 0,
  startAt: 0,
  asked: [lane('a'), lane('b')],
  next: 0,
  jobs: ['a', 'b'].map((object_id) => ({ job_type: 'uv_treatment', object_id, status: 'QUEUED' })),
};
