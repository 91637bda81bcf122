import { expect, it } from 'vitest';
import { periodSeconds, periodSilenceText, periodStopText } from '#domain/errorCodes/errorPeriod';
import { dateTimeText } from '#domain/text/dates';

const start_time = '2026-03-04T10:00:00Z';
const at = (minutes: number) => Date.parse(start_time) + minutes * 60_000;
const there = { isAway: false, reportedAt: at(5) };
const away = { isAway: true, reportedAt: at(5) };
const open = { start_time, stop_time: null, duration_seconds: 86_400 };
const lastSeen = (minutes: number) => `Last seen in error ${dateTimeText(at(minutes))}`;

it.each([
  ['one that ended', { ...open, stop_time: '2026-03-04T10:01:00Z', duration_seconds: 60 }, away, dateTimeText(at(1)), 60],
  ['one that continues', open, there, 'Not yet', 86_400],
  ['of a device that is away', { ...open, last_seen_time: '2026-03-04T10:07:00Z', duration_seconds: 420 }, away, lastSeen(7), 420],
  [
    'of one that is back for the console, not yet for the answer',
    { ...open, last_seen_time: '2026-03-04T10:07:00Z' },
    there,
    lastSeen(7),
    420,
  ],
  ['of a server that does not say it', open, away, lastSeen(5), 300],
  ['of a device without a report', open, { isAway: true, reportedAt: null }, 'Not yet', 86_400],
  ['of one whose last report is older than the period', open, { isAway: true, reportedAt: at(-5) }, lastSeen(0), 0],
])('[ENDED1] nothing is counted while nothing was reported: %s', (_, period, seen, text, seconds) => {
  expect([periodStopText(period, seen), periodSeconds(period, seen)]).toEqual([text, seconds]);
});

it.each([
  [undefined, null],
  [null, null],
  [0, null],
  [Number.MAX_VALUE, null],
  [720, '12 min of it without a report'],
  [1e308, null],
])('[SILENT1] a period with %s s without a report: %s', (silent_seconds, text) => {
  expect(periodSilenceText({ ...open, silent_seconds })).toBe(text);
});
