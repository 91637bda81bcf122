import { expect, it } from 'vitest';
import type { PlanLane } from '#server/simulator/company/planShape';
import { treatmentEnded } from '#server/simulator/simulation/logChanges';
import { laneDone, laneFailed, laneSkipped } from '#server/simulator/simulation/mission';
import type { Mission } from '#server/simulator/simulation/robot';

const lane = (id: string): PlanLane => ({ id, outNode: 'n', gutter: 1, x: 1, headY: 0, farY: 10 });
const begun: Mission = {
  treatmentId: 't-1',
  missionId: 'UV night',
  creationAt: 0,
  startAt: 0,
  asked: [lane('a'), lane('b')],
  next: 0,
  jobs: ['a', 'b'].map((object_id) => ({ job_type: 'uv_treatment', object_id, status: 'QUEUED' })),
};
const reasonOf = (mission: Mission) => treatmentEnded({ mission, status: 'partially_completed', finishAt: 1 }).data?.['no_recovery_reason'];

it('[OPEN-115] a treatment that gave up a lane ends with the reason, the same whenever it is reported', () => {
  const gaveUp = laneDone(laneSkipped(laneFailed(begun, '0x03000117', true)));
  expect(reasonOf(gaveUp)).toMatch(/^(Obstacle|Lane)/);
  expect(reasonOf(gaveUp)).toBe(reasonOf(gaveUp));
});

it.each([
  ['recovered', laneDone(laneDone(laneFailed(begun, '0x04000002', true)))],
  ['treated every lane', laneDone(laneDone(begun))],
  ['was stopped early', laneDone(begun)],
])('[OPEN-115] one that %s gives no reason', (_name, mission) => {
  expect(reasonOf(mission)).toBeUndefined();
});
