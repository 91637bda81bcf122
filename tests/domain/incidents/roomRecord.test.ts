import { expect, it } from 'vitest';
import { activityRuns, knownEnd, recordedAt, reportAt, speedCurves, type RoomReport } from '#domain/incidents/roomRecord';
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

it.each([
  ['before its begin', 9_000, [], 9_000],
  ['within it', 15_000, [at(12, {})], 15_000],
  ['within it, by a clock that is behind', 13_000, [at(12, {}), at(14, {})], 14_000],
  ['after its end', 60_000, [at(12, {})], 20_000],
])('[IROOM17] a span that is read %s', (_, now, known, end) => {
  expect(knownEnd(span, [known], now)).toBe(end);
});

it.each([
  [14_999, 14_000],
  [15_000, 14_000],
  [15_001, null],
])('[IROOM17] the report at %d of a record that is known until 15 000', (instant, expected) => {
  const record = { reports: new Map([['LF-01', reports]]), knownTo: 15_000 };
  expect(recordedAt(record, 'LF-01', instant)?.at ?? null).toBe(expected);
});
