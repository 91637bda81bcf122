import { startOf, waitingSeconds } from '#domain/treatments/startTime';
import { expect, it } from 'vitest';

it.each([
  ['RULE-073', [{ job_type: 'waiting', object_id: 'wait - 300' }], 300],
  ['RULE-073', [{ job_type: 'waiting - 300' }], 300],
  ['RULE-073', [{ job_type: 'waiting', object_id: 'wait - 1.5' }], 1.5],
  ['GAP-25', [{ job_type: 'waiting', object_id: 'wait - soon' }], 0],
  ['GAP-25', [{ job_type: 'waiting', object_id: 'wait-300' }], 0],
  ['GAP-25', [{ job_type: 'waiting', object_id: null }], 0],
  ['GAP-25', [{ job_type: 'uv_treatment', object_id: 'L - 3' }], 0],
  ['RULE-073', [{ job_type: 'waiting - 60' }, { job_type: 'lane', object_id: 'L1' }, { job_type: 'waiting - 30' }], 90],
])('[%s] the jobs %j wait %d s', (_, jobs, seconds) => {
  expect(waitingSeconds(jobs)).toBe(seconds);
});

const creation_time = '2026-03-04T13:00:00Z';
const created = Date.parse(creation_time);
const jobs = [{ job_type: 'waiting - 300' }];

it('[RULE-072] without start time: creation plus waiting, estimated', () => {
  expect(startOf({ creation_time, start_time: null, jobs })).toEqual({ at: created + 300_000, estimated: true });
  expect(startOf({ creation_time, jobs: [] })).toEqual({ at: created, estimated: true });
});

it('[RULE-072] with a start time: that, not estimated', () => {
  expect(startOf({ creation_time, start_time: '2026-03-04T13:20:00Z', jobs })).toEqual({ at: created + 1_200_000, estimated: false });
});

it('[RULE-072] a list row without jobs uses its wait time in seconds', () => {
  expect(startOf({ creation_time, wait_time: 60 })).toEqual({ at: created + 60_000, estimated: true });
  expect(startOf({ creation_time })).toEqual({ at: created, estimated: true });
});
