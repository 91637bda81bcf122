import { expect, it } from 'vitest';
import { dateText, timeText } from '#domain/text/dates';
import { errorSince, errorStart, sinceText } from '#domain/errorCodes/errorSince';

const period = (start_time: string, stop_time: string | null) => ({ start_time, stop_time, duration_seconds: 0 });

it.each([
  ['no period', [], null],
  ['an error that is over', [period('2026-03-04T10:00:00Z', '2026-03-04T10:05:00Z')], null],
  [
    'one that lasts after one that is over',
    [period('2026-03-04T12:00:00Z', null), period('2026-03-04T10:00:00Z', '2026-03-04T10:05:00Z')],
    Date.UTC(2026, 2, 4, 12),
  ],
  [
    'two that were never ended, the older first',
    [period('2026-03-03T12:00:00Z', null), period('2026-03-04T12:00:00Z', null)],
    Date.UTC(2026, 2, 4, 12),
  ],
  ['a start that is no date', [period('soon', null)], null],
])('[SINCE2] the beginning of the error that lasts: %s', (_, periods, at) => {
  expect(errorSince(periods)).toBe(at);
});

const before = [period('2026-03-04T10:00:00Z', null)];
const BEFORE = Date.UTC(2026, 2, 4, 10);
const seen = { reportedAt: 5_000, receivedAt: 7_000 };
it.each([
  ['nothing is known', [], undefined, null, null],
  ['the overview, of an error that was there first', before, 1, null, BEFORE],
  ['the report with which it began, without an overview', [], undefined, seen, 5_000],
  ['the report, after an overview of an earlier error', before, 6_999, seen, 5_000],
  ['the overview since then', before, 7_000, seen, BEFORE],
  ['the report, where the overview does not list it yet', [], 7_000, seen, 5_000],
])('[SINCE3] the start of an error: %s', (_, periods, confirmedAt, began, start) => {
  expect(errorStart(periods, confirmedAt, began)).toBe(start);
});

it('[SINCE1] a moment of today is its hour and minute, of another day it has the date', () => {
  const at = Date.UTC(2026, 2, 4, 13, 30, 59);
  expect(timeText(at)).toBe('14:30:59');
  expect(sinceText(at, Date.UTC(2026, 2, 4, 22, 59))).toBe('14:30');
  expect(sinceText(at, Date.UTC(2026, 2, 4, 23, 1))).toBe(`${dateText(at)}, 14:30`);
});
