import { expect, it } from 'vitest';
import { dataMessage } from '#contract/messages/deviceMessage';
import { litJobs } from '#server/simulator/simulation/uvLight';
import { completeLane, failLane } from '#server/simulator/simulation/mission';
import { simulate } from './simulate.ts';
import { begunMission } from './begunMission.ts';

it('[SIM23] a lane got light for as long as the way up and back takes; a failed job less, one that is queued none', () => {
  const jobs = litJobs(failLane(completeLane(begunMission), '0x03000117', true));
  const light = (status: string) => jobs.find((job) => job.status === status);
  const whole = (2 * 42) / 0.55;
  expect(light('COMPLETED')?.treatment_time).toBeGreaterThan(whole * 0.93);
  expect(light('COMPLETED')?.dosage).toBeGreaterThan(100);
  expect(light('FAILED')?.treatment_time).toBeLessThan(whole * 0.91);
  expect(light('QUEUED')).not.toHaveProperty('treatment_time');
  expect(litJobs(failLane(completeLane(begunMission), '0x03000117', true))).toEqual(jobs);
});

it('[SIM23] older software tells treatments in the form before, without light; every form tells its jobs and its map version', () => {
  const { messages } = simulate(60);
  const reported = messages.flatMap(({ body }) => {
    const read = dataMessage.safeParse(body);
    return read.success && read.data.data_group === 'treatment' ? [read.data.data] : [];
  });
  const lit = (version: number) => {
    const jobs = reported.filter((one) => one.version === version).flatMap((one) => one.jobs ?? []);
    return [jobs.length > 0, jobs.some(({ dosage }) => dosage != null)];
  };
  expect([lit(2), lit(3)]).toEqual([
    [true, false],
    [true, true],
  ]);
  expect(reported.every(({ map_version }) => map_version?.split('#').length === 9)).toBe(true);
});
