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
  ['2026-11-26T02:40', '26/11/2026, 02:40:00'],
  ['2026-11-26 02:40:30', '26/11/2026, 02:40:30'],
  ['25/10/2026 02:30', '25/10/2026, 02:30:00'],
])('[DATE1] %j is %s', (typed, text) => {
  expect(dateTimeText(typedInstant(typed, { now }))).toBe(text);
});

it.each([
  '',
  'yesterday',
  '11/26/2026',
  '31/02/2026',
  '29/03/2026 02:30',
  '26/11/2026 25:00',
  '26/11/2026 02:61',
  '26/11/2026 2',
  '26/11/20 26 1:00:75',
])('[DATE1] %j is no time', (typed) => {
  expect(typedInstant(typed, { now })).toBeNull();
});

it('[DATE1] a typed time is of the zone that is given', () => {
  expect(typedInstant('26/11/2026 02:40', { now, zone: 'Asia/Kolkata' })).toBe(Date.parse('2026-11-25T21:10:00Z'));
});

it('[DATE2] a moment in words', () => {
  expect(momentInWords(Date.parse('2026-11-26T01:40:00Z'))).toMatch(/^Thursday,? 26 November 2026, 02:40$/);
});
