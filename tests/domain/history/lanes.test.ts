import { expect, it } from 'vitest';
import { firstMomentOf, laneGroupOf, lanesOf } from '#domain/history/lanes';

const AT = Date.parse('2026-03-01T02:00:00Z');
const run = (from: number, to: number, activity: string) => ({
  from: new Date(AT + from * 60_000).toISOString(),
  to: new Date(AT + to * 60_000).toISOString(),
  activity,
});

it('[DLANE3] equal states are one run, the longest in error come first, the others by serial', () => {
  const lanes = lanesOf([
    { serial: 'C', runs: [run(0, 1, 'idle')] },
    { serial: 'B', runs: [run(0, 1, 'error')] },
    { serial: 'D', runs: [run(0, 5, 'treating'), run(5, 9, 'waiting'), run(9, 10, 'error'), run(11, 14, 'error')] },
    { serial: 'A', runs: [] },
  ]);
  expect(lanes.map(({ serial }) => serial)).toEqual(['D', 'B', 'A', 'C']);
  expect(lanes[0]?.runs.map(({ group, from, to }) => [group, (from - AT) / 60_000, (to - AT) / 60_000])).toEqual([
    ['treating', 0, 9],
    ['error', 9, 10],
    ['error', 11, 14],
  ]);
  expect(lanes[0]?.lasted).toEqual({ error: 240_000, treating: 540_000, moving: 0, idle: 0 });
  expect(lanes.map(firstMomentOf)).toEqual([AT + 599_000, AT + 59_000, undefined, AT]);
});

it.each([
  ['error', 'error'],
  ['idle', 'idle'],
  ['unknown', 'idle'],
  ['working', 'treating'],
  ['driving', 'moving'],
  ['something new', 'moving'],
])('[DLANE3] %s is %s', (activity, group) => {
  expect(laneGroupOf(activity)).toBe(group);
});
