import type { Job } from '#contract/fleet/dataGroup';
import { laneCounts, treatmentCounts } from '#domain/treatments/laneCounts';
import { laneJobs } from '#domain/treatments/laneJobs';
import { expect, it } from 'vitest';

const job = (job_type: string | null, object_id: string | null, status = 'COMPLETED'): Job => ({ job_type, object_id, status });
/** Jobs of a robot between lanes, in words that no document has. */
const elsewhere = [
  'waiting - 30',
  'waiting',
  'drive_to_node',
  'Drive Home',
  'CHARGE',
  'charging',
  'navigate-to',
  'dock',
  'refill tank',
].map((type) => job(type, `of ${type}`));
const lanes = [job('uv_treatment', '101'), job('spray', '102', 'FAILED'), job(null, '103'), job('lane', '104', 'QUEUED')];

it('[LANE3] while no plan is known, drives, waits and charging are no lanes', () => {
  expect(laneJobs([...elsewhere, ...lanes])).toEqual(lanes);
});

it('[LANE3] with a plan the jobs on its lanes count, whatever their type', () => {
  const drive = job('drive_lane', '105');
  expect(laneJobs([...elsewhere, ...lanes, drive, job('uv_treatment', 'another house')], new Set(['101', '102', '105', '106']))).toEqual([
    lanes[0],
    lanes[1],
    drive,
  ]);
});

it('[LANE3] a plan that has none of the jobs is another one', () => {
  expect(laneJobs([...elsewhere, ...lanes], new Set(['A1', 'A2']))).toEqual(lanes);
});

it('[LANE3] the charger was reached, not the end: five jobs of which two are lanes', () => {
  const jobs = [
    job('waiting', 'waiting - 30'),
    job('drive', 'node 7'),
    job('uv_treatment', '101'),
    job('uv_treatment', '102', 'FAILED'),
    job('drive', 'charger'),
  ];
  const counts = { total_asked: 2, total_treated: 1, total_failed: 1, reached_end: false };
  expect(treatmentCounts(jobs)).toEqual(counts);
  expect(treatmentCounts(jobs, new Set(['101', '102', '103']))).toEqual(counts);
  expect(laneCounts(jobs)).toMatchObject({ requested: 2, coverage: 0.5 });
});
