import { expect, it } from 'vitest';
import { dateTimeText, momentInWords } from '#domain/text/dates';
import { typedInstant } from '#domain/text/typedTime';

const now = Date.parse('2026-11-26T05:00:00Z');

it.each([
  ['26/11/2026 02:40', '26/11/2026, 02:40:00'],
  ['26/11/2026, 02:40:09', '26/11/2026, 02:40:09'],
  ['26-11 2:40', '26/11/2026, 02:40:00'],
  ['26.11.26 2.40', '26/11/2026, 02:40:00'],
  [' 26 11 2026  2u40 ', '26/11/2026, 02:40:00'],
  ['1/2/2026', '01/02/2026, 00:00:00'],
  ['27/11', '27/11/2025, 00:00:00'],
  ['25/11', '25/11/2026, 00:00:00'],
  ['4:05', '26/11/2026, 04:05:00'],
  ['6:00:00', '26/11/2026, 06:00:00'],
  ['6:00:01', '25/11/2026, 06:00:01'],
  ['23:15', '25/11/2026, 23:15:00'],
  ['yesterday 2:40', '25/11/2026, 02:40:00'],
  ['Yesterday', '25/11/2026, 00:00:00'],
  ['today 2.40', '26/11/2026, 02:40:00'],
  ['10 minutes ago', '26/11/2026, 05:50:00'],
  ['10 min', '26/11/2026, 05:50:00'],
  ['90s', '26/11/2026, 05:58:30'],
  ['2 h ago', '26/11/2026, 04:00:00'],
  ['1 day ago', '25/11/2026, 06:00:00'],
  ['2026-11-26T02:40', '26/11/2026, 02:40:00'],
  ['2026-11-26 02:40:30', '26/11/2026, 02:40:30'],
  ['25/10/2026 02:30', '25/10/2026, 02:30:00'],
  ['yesterday 7:30', '25/11/2026, 07:30:00'],
  ['yesterday at 7:30', '25/11/2026, 07:30:00'],
  ['-10m', '26/11/2026, 05:50:00'],
  ['- 90 s', '26/11/2026, 05:58:30'],
  ['−2h', '26/11/2026, 04:00:00'],
  ['monday 22:00', '23/11/2026, 22:00:00'],
  ['Mon', '23/11/2026, 00:00:00'],
  ['thursday 2:40', '26/11/2026, 02:40:00'],
  ['thurs 6:00:01', '19/11/2026, 06:00:01'],
  ['friday', '20/11/2026, 00:00:00'],
  ['Sun, 23:59:59', '22/11/2026, 23:59:59'],
  ['3 Nov 02:40', '03/11/2026, 02:40:00'],
  ['3nov', '03/11/2026, 00:00:00'],
  ['3 november 2025 at 2.40', '03/11/2025, 02:40:00'],
  ['26 nov 5:59', '26/11/2026, 05:59:00'],
  ['26 nov 6:01', '26/11/2025, 06:01:00'],
  ['29 Dec. 14:00', '29/12/2025, 14:00:00'],
  ['1 sept, 2026', '01/09/2026, 00:00:00'],
])('[DATE1] %j is %s', (typed, text) => {
  expect(dateTimeText(typedInstant(typed, { now }))).toBe(text);
});

it.each([
  '',
  'tomorrow',
  'ago',
  '10 months ago',
  'yesterday 25:00',
  '11/26/2026',
  'monday 24:00',
  'someday 22:00',
  'mondays',
  'next monday 22:00',
  '-10',
  '--10m',
  '+10m',
  '31 Nov 02:40',
  '3 Nov 25:00',
  '3 Novem',
  'Nov',
  '31/02/2026',
  '29/03/2026 02:30',
  '26/11/2026 25:00',
  '26/11/2026 02:61',
  '26/11/2026 2',
  '26/11/20 26 1:00:75',
])('[DATE1] %j is no time', (typed) => {
  expect(typedInstant(typed, { now })).toBeNull();
});

/** The morning after the clock was put back (Sunday 25 October) and forward (Sunday 29 March). */
const AFTER_BACK = Date.parse('2026-10-25T08:00:00Z');
const AFTER_FORWARD = Date.parse('2026-03-29T08:00:00Z');
it.each([
  [AFTER_BACK, 'sunday 1:30', '2026-10-24T23:30:00.000Z'],
  // The hour is repeated: its first occurrence.
  [AFTER_BACK, 'sunday 2:30', '2026-10-25T00:30:00.000Z'],
  [AFTER_BACK, '25 Oct 03:30', '2026-10-25T02:30:00.000Z'],
  [AFTER_BACK, 'saturday 22:00', '2026-10-24T20:00:00.000Z'],
  [AFTER_BACK, 'sunday 22:00', '2026-10-18T20:00:00.000Z'],
  [AFTER_BACK, 'yesterday 7:30', '2026-10-24T05:30:00.000Z'],
  // Elapsed time, not hours of the clock.
  [AFTER_BACK, '-7h', '2026-10-25T01:00:00.000Z'],
  [AFTER_FORWARD, 'sunday 1:30', '2026-03-29T00:30:00.000Z'],
  [AFTER_FORWARD, 'sunday 3:30', '2026-03-29T01:30:00.000Z'],
  [AFTER_FORWARD, 'yesterday 22:00', '2026-03-28T21:00:00.000Z'],
  [AFTER_FORWARD, 'monday 22:00', '2026-03-23T21:00:00.000Z'],
  [AFTER_FORWARD, '-7h', '2026-03-29T01:00:00.000Z'],
  // Skipped by the clock.
  [AFTER_FORWARD, 'sunday 2:30', null],
  [AFTER_FORWARD, '29 March 02:30', null],
])('[DATE1] in the night of a clock change, at %d, %j is %s', (at, typed, instant) => {
  const read = typedInstant(typed, { now: at });
  expect(read === null ? null : new Date(read).toISOString()).toBe(instant);
});

it('[DATE1] a weekday and a month are of the zone that is given', () => {
  // Monday has begun there.
  const sundayEvening = Date.parse('2026-11-22T20:00:00Z');
  expect(typedInstant('monday 0:30', { now: sundayEvening, zone: 'Asia/Kolkata' })).toBe(Date.parse('2026-11-22T19:00:00Z'));
  expect(typedInstant('monday 0:30', { now: sundayEvening, zone: 'Europe/Brussels' })).toBe(Date.parse('2026-11-15T23:30:00Z'));
  expect(typedInstant('22 nov 1:00', { now: sundayEvening, zone: 'Asia/Kolkata' })).toBe(Date.parse('2026-11-21T19:30:00Z'));
});

it('[DATE1] a typed time is of the zone that is given', () => {
  expect(typedInstant('26/11/2026 02:40', { now, zone: 'Asia/Kolkata' })).toBe(Date.parse('2026-11-25T21:10:00Z'));
});

it('[DATE2] a moment in words', () => {
  expect(momentInWords(Date.parse('2026-11-26T01:40:00Z'))).toMatch(/^Thursday,? 26 November 2026, 02:40$/);
});
