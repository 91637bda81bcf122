import { dateTextsIn, dateTimeText, instantMs } from '#domain/text/dates';
import { expect, it } from 'vitest';

const brussels = dateTextsIn('Europe/Brussels');

it.each([
  ['winter', '2026-03-04T13:05:09Z', '04/03/2026, 14:05:09'],
  ['summer', '2026-07-04T13:05:09Z', '04/07/2026, 15:05:09'],
  ['midnight', '2026-03-03T23:00:00Z', '04/03/2026, 00:00:00'],
  ['milliseconds since the epoch', 0, '01/01/1970, 01:00:00'],
  ['nothing', null, '-'],
  ['nothing', undefined, '-'],
  ['no date', 'yesterday', '-'],
])('[RULE-053] [CONST-040] %s: %s reads %s', (_, instant, text) => {
  expect(brussels.dateTime(instant)).toBe(text);
});

it('[RULE-053] day and time alone', () => {
  expect(brussels.date('2026-03-04T13:05:09Z')).toBe('04/03/2026');
  expect(brussels.time('2026-03-04T13:05:09Z')).toBe('14:05:09');
});

it('[GAP-89] another zone gives another hour; without one the zone of the machine is taken', () => {
  const instant = '2026-03-04T13:05:09Z';
  expect(dateTextsIn('America/New_York').time(instant)).toBe('08:05:09');
  expect(dateTimeText(instant)).toBe(dateTextsIn(new Intl.DateTimeFormat().resolvedOptions().timeZone).dateTime(instant));
});

it('[RULE-053] an instant in ms', () => {
  expect([instantMs('1970-01-01T00:00:01Z'), instantMs(5), instantMs('x'), instantMs(undefined)]).toEqual([1_000, 5, null, null]);
});
