import { expect, it } from 'vitest';
import type { Job } from '#contract/fleet/dataGroup';
import { laneCounts } from '#domain/treatments/laneCounts';

const job = (object_id: string, status: Job['status']): Job => ({ job_type: 'treat_lane', object_id, status });

it('[LANE2] a lane that failed and was completed later is treated, one that only failed is not', () => {
  const jobs = [job('1', 'COMPLETED'), job('2', 'FAILED'), job('3', 'FAILED'), job('2', 'COMPLETED'), job('4', 'QUEUED')];
  expect(laneCounts(jobs)).toEqual({
    lanes: ['completed', 'recovered', 'failed', 'queued'],
    count: { queued: 1, failed: 1, recovered: 1, completed: 1, none: 0 },
    hasBegun: false,
    treated: 2,
    requested: 4,
    coverage: 0.5,
  });
});

it.each([
  ['QUEUED', false],
  ['RUNNING', true],
  ['paused', true],
  ['COMPLETED', false],
])('[LANE1] among lanes with a queued and a %s one some have begun: %s', (status, hasBegun) => {
  expect(laneCounts([job('1', 'QUEUED'), job('2', status)]).hasBegun).toBe(hasBegun);
});

it('[LANE2] waiting is no lane, and of no lanes there is no coverage', () => {
  expect(laneCounts([{ job_type: 'waiting', object_id: 'waiting - 300' }])).toMatchObject({ lanes: [], requested: 0, coverage: null });
});
