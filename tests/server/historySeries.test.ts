import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { rollUpHours } from '#server/history/sealed/rollUpHours';
import { sealDays } from '#server/history/sealed/sealDays';
import { readSeries, type SeriesQuestion } from '#server/history/series/readSeries';
import { stepLength } from '#server/history/series/stepSums';
import { DAY, DAY_END, openSealingStand, type SealingStand } from '../support/history/sealing.ts';

let stand: SealingStand;
beforeEach(async () => {
  stand = await openSealingStand();
});
afterEach(() => stand.close());

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** A report each minute, whose battery is the minute of its hour. */
const minutes = (from: number, to: number): readonly KeptReport[] =>
  Array.from({ length: (to - from) / MINUTE }, (_, index) => {
    const receivedAt = from + index * MINUTE;
    const state = { battery_level: (receivedAt % HOUR) / MINUTE, current_velocity: null };
    return { serial: 'LF-1', receivedAt, deviceTime: receivedAt, sequence: index, state };
  });

const seriesOf = async (question: Partial<SeriesQuestion>) => {
  const store = { database: stand.database, parquets: storedParquets(stand.storage) };
  const device = { serial: 'LF-1', times: 'all' as const };
  const asked = { from: DAY, to: DAY + 4 * HOUR, points: 100, device, scope: 'all' as const, now: DAY + 4 * HOUR };
  const { stepMs, battery, speed, unreadable } = await readSeries(store, { ...asked, ...question });
  return { stepMs, battery: battery.steps(), speed: speed.steps(), unreadable };
};
const held = (steps: Awaited<ReturnType<typeof seriesOf>>['battery']) =>
  steps.flatMap(({ at, measured }) => (measured === null ? [] : [[(at - DAY) / HOUR, measured.least, measured.most, measured.mean]]));

it('[CHART1] steps have lengths that people expect, and as many cover the span as are asked for', () => {
  const ofMs = (to: number, points: number, least = 1_000) => stepLength({ from: 0, to }, points, least) / 1_000;
  expect([ofMs(HOUR, 500), ofMs(24 * HOUR, 500), ofMs(7 * 24 * HOUR, 500), ofMs(365 * 24 * HOUR, 500)]).toEqual([10, 300, 1_800, 86_400]);
  expect([ofMs(HOUR, 500, HOUR), ofMs(400 * 24 * HOUR, 50)]).toEqual([3_600, 691_200]);
});

it('[CHART1] a few hours come from the reports, longer spans from the counted hours and the reports after them, alike before and after sealing', async () => {
  await stand.add(minutes(DAY, DAY + 4 * HOUR));
  await rollUpHours({ ...stand.parts, now: () => DAY + 3 * HOUR + 20 * MINUTE }, DAY);
  const short = await seriesOf({});
  expect(short.stepMs).toBe(5 * MINUTE);
  expect(held(short.battery).slice(0, 2)).toEqual([
    [0, 0, 4, 2],
    [1 / 12, 5, 9, 7],
  ]);
  expect(short.battery).toHaveLength(48);
  expect(held(short.speed)).toEqual([]);
  const days = { from: DAY - 9 * 24 * HOUR, to: DAY + 4 * HOUR, points: 400 };
  const long = await seriesOf(days);
  expect(long.stepMs).toBe(HOUR);
  const hours = [0, 1, 2, 3].map((hour) => [hour, 0, 59, 29.5]);
  expect(held(long.battery)).toEqual(hours);
  await sealDays(stand.parts, DAY_END);
  expect(held((await seriesOf(days)).battery)).toEqual(hours);
  expect(await seriesOf({})).toEqual(short);
});

it('[CHART14] hours of which retention removed the reports are shown as counted, beside those of which it keeps some', async () => {
  await stand.add(minutes(DAY, DAY + HOUR));
  await stand.add(minutes(DAY + HOUR, DAY + 4 * HOUR));
  await rollUpHours({ ...stand.parts, now: () => DAY + 5 * HOUR }, DAY);
  const stepOf = async () => (await seriesOf({})).stepMs;
  const hoursIn = async () => new Set(held((await seriesOf({})).battery).map(([hour]) => Math.floor(Number(hour))));
  expect(await stepOf()).toBeLessThan(HOUR);
  await stand.database
    .deleteFrom('history_block')
    .where('first_at', '>=', new Date(DAY + HOUR))
    .execute();
  expect(await stepOf()).toBe(HOUR);
  expect(await hoursIn()).toEqual(new Set([0, 1, 2, 3]));
});

it('[CHART1] an hour of another organisation and times before the own are empty', async () => {
  await stand.add(minutes(DAY, DAY + 4 * HOUR));
  await rollUpHours({ ...stand.parts, now: () => DAY + 5 * HOUR }, DAY);
  const days = { from: DAY - 9 * 24 * HOUR, to: DAY + 4 * HOUR, points: 400 };
  const device = { serial: 'LF-1', times: [{ from: DAY + 2 * HOUR, until: null }] };
  expect(held((await seriesOf({ ...days, device })).battery).map(([hour]) => hour)).toEqual([2, 3]);
  expect(held((await seriesOf({ device, scope: new Set(['others']) })).battery)[0]?.[0]).toBe(2);
  expect(held((await seriesOf({ ...days, device, scope: new Set(['others']) })).battery)).toEqual([]);
});
