/** The treatments of a robot in the last day before the start, with most of their lanes done. */

import { between, type Random } from '#domain/random/random';
import { HOUR_MS } from '#domain/text/timeUnits';
import { completeLane, failLane, skipLane, lanesOfMission, newMission } from './mission.ts';
import type { RobotProperties, FinishedTreatment, Mission } from './robot.ts';

/** Duration of a lane before the simulation start, in ms. */
export const LANE_MS = 240_000;

/** Creates zero to two treatments of the last day that are not reported yet, oldest first. */
export function pastTreatmentsOf(build: RobotProperties, at: number, random: Random): readonly FinishedTreatment[] {
  const count = build.takesMissions ? Math.floor(random() * 3) : 0;
  // Instants are relative to the last half day, so that a second start with the same seed creates the same treatments.
  const shift = Math.floor(at / (12 * HOUR_MS)) * 12 * HOUR_MS;
  return Array.from({ length: count }, (_, index) => {
    const hoursBefore = between(3, 5, random) + 4 * (count - 1 - index);
    const creationAt = shift + build.clockOffsetMs - hoursBefore * HOUR_MS;
    const mission = { ...newMission(build, creationAt, random), startAt: creationAt + between(1, 5, random) * 60_000 };
    const done = advanceMission(mission, random);
    const { asked, treated } = lanesOfMission(done);
    const status = treated === asked ? 'fully_completed' : random() < 0.6 ? 'partially_completed' : random() < 0.5 ? 'stopped' : 'paused';
    return { mission: done, status, finishAt: (mission.startAt ?? creationAt) + done.next * LANE_MS };
  });
}

/** Advances a mission over most of its lanes: some missions end early, and some lanes fail. */
export function advanceMission(
  mission: Mission,
  random: Random,
  lanes = random() < 0.7 ? mission.asked.length : mission.asked.length - 3,
): Mission {
  let done = mission;
  for (let lane = 0; lane < lanes; lane += 1) {
    const chance = random();
    if (chance < 0.05) done = skipLane(failLane(done, '0x03000117', true));
    else if (chance < 0.1) done = completeLane(failLane(done, '0x04000002', true));
    else done = completeLane(done);
  }
  return done;
}
