import { afterReportAt, noIntervals, silentMs, staleAfterMs } from '#domain/devices/reportInterval';
import { expect, it } from 'vitest';

const after = (...seconds: readonly number[]) => seconds.reduce((known, second) => afterReportAt(known, second * 1_000), noIntervals);

it.each([
  ['no report', [], 10_000],
  ['one report', [5], 10_000],
  ['every 0.2 s', [0, 0.2, 0.4, 0.6], 10_000],
  ['each second', [0, 1, 2, 3], 10_000],
  ['each 25 s', [0, 25, 50], 62_500],
  ['each minute', [0, 60], 150_000],
  ['now and then slower', [0, 1, 2, 32, 33], 75_000],
  ['slower long ago', [0, 30, 31, 32, 33, 34, 35, 36], 10_000],
  ['another moment, earlier', [0, 60, 5], 10_000],
])('[RHYTHM1] a device that reports %s is stale after %s: %d ms', (_, seconds, ms) => {
  expect(staleAfterMs(after(...seconds))).toBe(ms);
});

it('[RHYTHM1] the same report again changes nothing, nor does one without a time', () => {
  const known = after(0, 25);
  for (const at of [25_000, Number.NaN, Infinity]) expect(afterReportAt(known, at)).toBe(known);
  expect(afterReportAt(noIntervals, Number.NaN)).toBe(noIntervals);
});

it.each([
  ['each second', [1_000], 1_100, 1_000, 0],
  ['within 10 s', [1_000], 10_000, 10_000, 0],
  ['after 12 min', [1_000], 720_000, 720_000, 720_000],
  ['each minute', [60_000], 120_000, 120_000, 0],
  ['of which nothing is known', [], 720_000, 720_000, 720_000],
  ['late: the server was away', [1_000], 720_000, 1_000, 0],
  ['with its clock set ahead', [1_000], 1_000, 86_400_000, 0],
  ['with its clock set back', [1_000], 720_000, -86_400_000, 0],
])('[SILENT1] a report %s is after a silence or not', (_name, intervals, receivedMs, measuredMs, ms) => {
  expect(silentMs({ reportedAt: 0, intervals }, { receivedMs, measuredMs })).toBe(ms);
});
