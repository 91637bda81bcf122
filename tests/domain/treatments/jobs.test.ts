import { job as jobShape, type Job } from '#contract/fleet/dataGroup';
import { failedJobs, laneState, laneStates, type LaneState } from '#domain/treatments/jobs';
import { expect, it } from 'vitest';

it.each<[string, Job['status'][], LaneState]>([
  ['RULE-074', ['QUEUED'], 'queued'],
  ['RULE-075', ['FAILED'], 'failed'],
  ['RULE-076] [RULE-079', ['FAILED', 'COMPLETED'], 'recovered'],
  ['RULE-079', ['FAILED', 'FAILED', 'COMPLETED'], 'recovered'],
  ['RULE-077', ['COMPLETED'], 'completed'],
  ['RULE-078', [], 'none'],
  ['LANE1', [null, undefined], 'none'],
  ['LANE1', ['COMPLETED', 'FAILED'], 'failed'],
  ['LANE1', ['FAILED', 'COMPLETED', 'FAILED'], 'failed'],
  ['LANE1', ['FAILED', 'QUEUED'], 'queued'],
  ['LANE1', ['FAILED', 'COMPLETED', null], 'recovered'],
  ['LANE1', ['completed'], 'completed'],
  ['LANE1', ['RUNNING'], 'queued'],
  ['LANE1', ['SKIPPED'], 'none'],
  ['LANE1', ['CANCELLED'], 'none'],
  ['LANE1', ['COMPLETED', 'SKIPPED'], 'completed'],
  ['LANE1', ['ABORTED', 'DONE'], 'recovered'],
  ['LANE1', ['a word of tomorrow'], 'none'],
  ['LANE1', [''], 'none'],
])('[%s] jobs %j: %s', (_, statuses, state) => {
  expect(laneState(statuses.map((status) => ({ status })))).toBe(state);
});

const job = (object_id: string | null, status: Job['status']): Job => ({ job_type: 'uv_treatment', object_id, status });

it('[RULE-074] [RULE-079] the lanes of a treatment, each from its own jobs', () => {
  const states = laneStates([
    job('L1', 'FAILED'),
    job('L2', 'COMPLETED'),
    job('L1', 'COMPLETED'),
    job('L3', 'QUEUED'),
    job(null, 'FAILED'),
    job('wait - 30', null),
  ]);
  expect([...states]).toEqual([
    ['L1', 'recovered'],
    ['L2', 'completed'],
    ['L3', 'queued'],
  ]);
});

it.each([
  ['QUEUED', true],
  ['FAILED', true],
  ['COMPLETED', true],
  [null, true],
  // Words of robots that are not in the specification are kept as they are.
  ['queued', true],
  ['DONE', true],
  [7, false],
])('[CONST-063] is a job status %j: %j', (status, isOne) => {
  expect(jobShape.safeParse({ job_type: 'uv_treatment', status }).success).toBe(isOne);
});

it.each<[string, readonly Job[], readonly number[]]>([
  ['none', [], []],
  ['completed', [job('1', 'COMPLETED')], []],
  ['failed twice', [job('1', 'FAILED'), job('1', 'FAILED')], [0, 1]],
  ['recovered', [job('1', 'FAILED'), job('1', 'COMPLETED')], []],
  ['failed again after a success', [job('1', 'FAILED'), job('1', 'COMPLETED'), job('1', 'FAILED')], [0, 2]],
  ['failed, and asked once more', [job('1', 'FAILED'), job('1', 'QUEUED')], [0]],
  ['failed beside another lane', [job('1', 'FAILED'), job('2', 'COMPLETED')], [0]],
])('[TRT-026] [RULE-079] failed jobs of a lane that is %s', (_name, jobs, places) => {
  expect(failedJobs(jobs)).toEqual(places.map((at) => jobs[at]));
});
