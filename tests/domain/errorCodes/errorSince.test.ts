import { expect, it } from 'vitest';
import { dateText, timeText } from '#domain/text/dates';
import { errorSince, sinceText } from '#domain/errorCodes/errorSince';

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

it('[SINCE1] a moment of today is its hour and minute, of another day it has the date', () => {
  const at = Date.UTC(2026, 2, 4, 13, 30, 59);
  expect(timeText(at)).toBe('14:30:59');
  expect(sinceText(at, Date.UTC(2026, 2, 4, 22, 59))).toBe('14:30');
  expect(sinceText(at, Date.UTC(2026, 2, 4, 23, 1))).toBe(`${dateText(at)}, 14:30`);
});
