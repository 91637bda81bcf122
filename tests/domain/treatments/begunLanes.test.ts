import { expect, it } from 'vitest';
import { begunLanes } from '#domain/treatments/begunLanes';

const job = (object_id: string | null, status: string | null) => ({ object_id, status });

it.each([
  ['none', [], []],
  ['one that waits', [job('101', 'QUEUED')], []],
  ['one that runs', [job('101', 'RUNNING')], [['101', 'Running']]],
  ['one that is paused', [job('101', 'paused')], [['101', 'Paused']]],
  ['one that ran and is done', [job('101', 'running'), job('101', 'COMPLETED')], []],
  ['one that failed and runs again', [job('101', 'FAILED'), job('101', 'in_progress')], [['101', 'in progress']]],
  ['words that nobody knows', [job('101', 'dancing'), job('102', null), job(null, 'running')], [['', 'Running']]],
])('[LANE1] of %s', (_, jobs, expected) => {
  expect([...begunLanes(jobs)]).toEqual(expected);
});
