import { expect, it } from 'vitest';
import type { Job } from '#contract/fleet/dataGroup';
import { treatmentCounts } from '#domain/treatments/laneCounts';

const job = (object_id: string, status: Job['status']): Job => ({ job_type: 'uv_treatment', object_id, status });

it.each<[string, readonly Job[], readonly [asked: number, treated: number, failed: number, reached: boolean]]>([
  ['no job at all', [], [0, 0, 0, false]],
  ['a wait alone', [{ job_type: 'waiting', object_id: 'waiting - 60' }], [0, 0, 0, false]],
  ['all completed', [job('1', 'COMPLETED'), job('2', 'COMPLETED')], [2, 2, 0, true]],
  ['one queued in the middle', [job('1', 'COMPLETED'), job('2', 'QUEUED'), job('3', 'COMPLETED')], [3, 2, 0, true]],
  ['the last one failed', [job('1', 'COMPLETED'), job('2', 'FAILED')], [2, 1, 1, false]],
  ['the last one recovered', [job('1', 'COMPLETED'), job('2', 'FAILED'), job('2', 'COMPLETED')], [2, 2, 0, true]],
])('[CALL-083] [OPEN-114] %s', (_name, jobs, [total_asked, total_treated, total_failed, reached_end]) => {
  expect(treatmentCounts(jobs)).toEqual({ total_asked, total_treated, total_failed, reached_end });
});
