import { expect, it } from 'vitest';
import { activityRuns, reportAt, speedCurves, type RoomReport } from '#domain/incidents/roomRecord';
import { aState } from '../../state/eventsOf.ts';

const span = { from: 10_000, to: 20_000 };
const at = (second: number, over: Parameters<typeof aState>[0] | null): RoomReport => ({
  at: second * 1_000,
  state: over === null ? null : aState(over),
});
const driving = { current_state: 'executing_task', current_task: 'drive_task', current_velocity: 0.4 };
const reports = [at(5, driving), at(12, driving), at(14, {}), at(16, null), at(18, { current_velocity: 0 })];

it.each([
  [4_999, null],
  [5_000, 5_000],
  [13_999, 12_000],
  [15_999, 14_000],
  [16_000, null],
  [17_999, null],
  [25_000, 18_000],
])('[IROOM2] the report at %d', (instant, expected) => {
  expect(reportAt(reports, instant)?.at ?? null).toBe(expected);
});

it('[IROOM2] what the device did is joined, cut to the span, and empty while it reported nothing', () => {
  expect(activityRuns(reports, span)).toEqual([
    { from: 10_000, to: 14_000, kind: 'driving', text: 'Autonomously Driving' },
    { from: 14_000, to: 16_000, kind: 'idle', text: 'Idle' },
    { from: 18_000, to: 20_000, kind: 'idle', text: 'Idle' },
  ]);
  expect(activityRuns([], span)).toEqual([]);
});

it('[IROOM2] the speed is a curve that ends where none is reported', () => {
  expect(speedCurves(reports, span)).toEqual([
    [
      { at: 10_000, value: 0.4 },
      { at: 12_000, value: 0.4 },
    ],
    [{ at: 18_000, value: 0 }],
  ]);
});
