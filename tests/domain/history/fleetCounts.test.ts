import { expect, it } from 'vitest';
import { countsAt, fleetCounts, fleetRows, lastCounted, mostCounted, silentCounts } from '#domain/history/fleetCounts';
import { lanesOf } from '#domain/history/lanes';
import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';

const AT = Date.parse('2026-03-04T12:00:00Z');
const STEP_MS = 5 * MINUTE_MS;
const SPAN = { from: AT, to: AT + HOUR_MS };

/** A lane of runs, each with its minutes and its activity. */
const lane = (serial: string, ...runs: readonly (readonly [from: number, to: number, activity: string])[]) => ({
  serial,
  runs: runs.map(([from, to, activity]) => ({
    from: new Date(AT + from * MINUTE_MS).toISOString(),
    to: new Date(AT + to * MINUTE_MS).toISOString(),
    activity,
  })),
});
const fleet = fleetCounts(
  lanesOf([
    lane('a', [0, 13, 'treating'], [13, 14, 'error'], [14, 20, 'idle']),
    lane('b', [-30, 12, 'idle'], [12, 15, 'driving']),
    lane('c'),
  ]),
  SPAN,
  STEP_MS,
);
const at = (minute: number) => countsAt(fleet, AT + minute * MINUTE_MS);

it('[CHART6] devices are counted by step: a short error counts for all of it, else the longest run', () => {
  expect(at(0)).toEqual({ error: 0, treating: 1, moving: 0, idle: 1 });
  expect(at(10)).toEqual({ error: 1, treating: 0, moving: 1, idle: 0 });
  expect(at(17)).toEqual({ error: 0, treating: 0, moving: 0, idle: 1 });
  expect([at(20), at(-1), at(60)]).toEqual([null, null, null]);
  expect(fleet.steps).toHaveLength(12);
  expect([lastCounted(fleet), mostCounted(fleet)]).toEqual([AT + 15 * MINUTE_MS, 1]);
});

it('[CHART6] steps without a report have no counts, and rows hold the most devices at once', () => {
  expect(silentCounts(fleet, AT + 42 * MINUTE_MS)).toEqual([{ from: AT + 20 * MINUTE_MS, to: AT + 40 * MINUTE_MS }]);
  expect(fleetRows(fleet, 30 * MINUTE_MS)).toEqual([
    { from: AT, to: AT + 30 * MINUTE_MS, most: { error: 1, treating: 1, moving: 1, idle: 1 } },
  ]);
  expect([lastCounted(fleetCounts([], SPAN, STEP_MS)), mostCounted(fleetCounts([], SPAN, STEP_MS))]).toEqual([null, 1]);
});
