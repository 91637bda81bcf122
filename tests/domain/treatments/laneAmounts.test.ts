import { expect, it } from 'vitest';
import { laneAmounts, roundMost, roundSeconds } from '#domain/treatments/laneAmounts';

it('[CHART10] a chart has the lanes with a time or a dosage, as people count them, with the sums of their jobs', () => {
  const jobs = [
    { object_id: '10', treatment_time: 60, dosage: 200 },
    { object_id: '9', treatment_time: 30, dosage: null },
    { object_id: '9', treatment_time: 10 },
    { object_id: '101', dosage: 5 },
    { object_id: '7', status: 'FAILED' },
    { object_id: null, treatment_time: 7 },
  ];
  expect(laneAmounts(jobs)).toEqual([
    { lane: '9', seconds: 40, dosage: null },
    { lane: '10', seconds: 60, dosage: 200 },
    { lane: '101', seconds: null, dosage: 5 },
  ]);
  expect(laneAmounts([])).toEqual([]);
});

it.each([
  [[], 1],
  [[null, 0], 1],
  [[3, null, 8], 10],
  [[100], 100],
  [[0.012], 0.02],
  [[4_200, 1], 5_000],
  [[1_000_000_000], 1_000_000_000],
])('[CHART10] the axis of %j ends at %s', (amounts, most) => {
  expect(roundMost(amounts)).toBeCloseTo(most, 12);
});

it.each([
  [[], 10],
  [[154, null, 236], 300],
  [[300], 300],
  [[3_601], 7_200],
])('[CHART10] an axis of seconds %j ends at %s', (lengths, most) => {
  expect(roundSeconds(lengths)).toBe(most);
});
