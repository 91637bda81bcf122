import { expect, it } from 'vitest';
import { treatmentEnded } from '#server/simulator/simulation/logChanges';
import { completeLane, failLane, skipLane } from '#server/simulator/simulation/mission';
import type { Mission } from '#server/simulator/simulation/robot';
import { begunMission } from './begunMission.ts';

const reasonOf = (mission: Mission) => treatmentEnded({ mission, status: 'partially_completed', finishAt: 1 }).data?.['no_recovery_reason'];

it('[OPEN-115] a treatment that gave up a lane ends with the reason, the same whenever it is reported', () => {
  const gaveUp = completeLane(skipLane(failLane(begunMission, '0x03000117', true)));
  expect(reasonOf(gaveUp)).toMatch(/^(Obstacle|Lane)/);
  expect(reasonOf(gaveUp)).toBe(reasonOf(gaveUp));
});

it.each([
  ['recovered', completeLane(completeLane(failLane(begunMission, '0x04000002', true)))],
  ['treated every lane', completeLane(completeLane(begunMission))],
  ['was stopped early', completeLane(begunMission)],
])('[OPEN-115] one that %s gives no reason', (_name, mission) => {
  expect(reasonOf(mission)).toBeUndefined();
});
