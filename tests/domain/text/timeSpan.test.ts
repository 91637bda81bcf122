import { dateTextsIn } from '#domain/text/dates';
import { timeSpanOf } from '#domain/text/timeSpan';
import { expect, it } from 'vitest';

const BRUSSELS = 'Europe/Brussels';
const spanOf = (text: string, zone: string = BRUSSELS) => {
  const span = timeSpanOf(text, zone);
  return span && [new Date(span.startMs).toISOString(), new Date(span.endMs).toISOString()];
};

it.each([
  ['a day', '04/03/2026', '2026-03-03T23:00:00.000Z', '2026-03-04T22:59:59.999Z'],
  ['a day in few digits', '4/3/2026', '2026-03-03T23:00:00.000Z', '2026-03-04T22:59:59.999Z'],
  ['a day with hyphens', '4-3-2026', '2026-03-03T23:00:00.000Z', '2026-03-04T22:59:59.999Z'],
  ['a day with full stops', ' 4.3.2026 ', '2026-03-03T23:00:00.000Z', '2026-03-04T22:59:59.999Z'],
  ['an hour', '04/03/2026, 14', '2026-03-04T13:00:00.000Z', '2026-03-04T13:59:59.999Z'],
  ['a minute as shown', '04/03/2026, 14:05', '2026-03-04T13:05:00.000Z', '2026-03-04T13:05:59.999Z'],
  ['a second as shown', '04/03/2026, 14:05:09', '2026-03-04T13:05:09.000Z', '2026-03-04T13:05:09.999Z'],
  ['a minute without a comma', '4/3/2026 9:05', '2026-03-04T08:05:00.000Z', '2026-03-04T08:05:59.999Z'],
  ['a day of ISO 8601', '2026-03-04', '2026-03-03T23:00:00.000Z', '2026-03-04T22:59:59.999Z'],
  ['a minute of ISO 8601', '2026-03-04T14:05', '2026-03-04T13:05:00.000Z', '2026-03-04T13:05:59.999Z'],
  ['the last of a leap year', '29/02/2028', '2028-02-28T23:00:00.000Z', '2028-02-29T22:59:59.999Z'],
  ['the end of a year', '31/12/2026 23', '2026-12-31T22:00:00.000Z', '2026-12-31T22:59:59.999Z'],
  ['a day of 23 hours', '29/03/2026', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['a day of 25 hours', '25/10/2026', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['an hour that occurs twice', '25/10/2026 2', '2026-10-25T00:00:00.000Z', '2026-10-25T01:59:59.999Z'],
  ['a minute that occurs twice', '25/10/2026 2:30', '2026-10-25T00:30:00.000Z', '2026-10-25T00:30:59.999Z'],
])('[SPAN1] %s, %s, is all from %s to %s', (_name, text, start, end) => {
  expect(spanOf(text)).toEqual([start, end]);
});

it.each([
  '',
  ' ',
  'yesterday',
  '14:05',
  '04/03',
  '04/03/26',
  '3/2026',
  '31/02/2026',
  '2026-02-30',
  '29/02/2026',
  '00/01/2026',
  '01/13/2026',
  '04/03/2026 24',
  '04/03/2026 14:60',
  '04/03/2026 14:5',
  '04/03/2026, 14:05:60',
  '04/03/2026,',
  '04/03/2026 14:05 or 1=1',
  '99/99/9999',
  '31/12/9999',
  '01/01/0000',
  '29/03/2026 2',
  '29/03/2026 2:30',
  '9'.repeat(10_000),
])('[SPAN2] %j is no time', (text) => {
  expect(spanOf(text)).toBeNull();
});

it('[SPAN1] in another zone it is another time; without one that of the machine', () => {
  expect(spanOf('04/03/2026 14:05', 'America/New_York')).toEqual(['2026-03-04T19:05:00.000Z', '2026-03-04T19:05:59.999Z']);
  const zone = 'Europe/Brussels';
  expect(timeSpanOf('04/03/2026 14:05', undefined)).toEqual(timeSpanOf('04/03/2026 14:05', zone));
});

it.each(['Europe/Brussels', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Chatham', 'Australia/Lord_Howe', 'UTC'])(
  '[SPAN1] a time as it is shown in %s finds itself, in every month',
  (zone) => {
    const texts = dateTextsIn(zone);
    for (let month = 0; month < 12; month += 1) {
      const at = Date.UTC(2026, month, 1 + month, 3 + month, 17 + month, 31);
      expect(timeSpanOf(texts.dateTime(at), zone)).toEqual({ startMs: at, endMs: at + 999 });
      const day = timeSpanOf(texts.date(at), zone);
      expect(day !== null && day.startMs <= at && at <= day.endMs).toBe(true);
    }
  },
);
