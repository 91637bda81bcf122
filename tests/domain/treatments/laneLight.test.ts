import { expect, it } from 'vitest';
import type { TreatmentJob } from '#contract/fleet/treatment';
import { laneLight } from '#domain/treatments/laneLight';

const job = (object_id: string | null, treatment_time?: number | null, dosage?: number): TreatmentJob => ({
  job_type: 'uv_treatment',
  object_id,
  treatment_time,
  dosage,
});

it('[OPEN-55] the jobs of a lane give it light together; what was not reported is no zero', () => {
  const jobs = [job('1', 100, 10), job('2', null), job('1', 50), job(null, 9), job('3', 0), job('4')];
  expect([...laneLight(jobs, 'treatment_time')]).toEqual([
    ['1', 150],
    ['3', 0],
  ]);
  expect([...laneLight(jobs, 'dosage')]).toEqual([['1', 10]]);
});
