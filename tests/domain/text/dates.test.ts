import { BELGIAN_ZONE, dateTextsIn, dateTimeText, instantMs, showDatesIn, shownZone, zoneName } from '#domain/text/dates';
import { belgianTimeText } from '#domain/text/localTime';
import { timeSpanOf } from '#domain/text/timeSpan';
import { instantOfMinute, localMinute } from '#domain/text/timeStep';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

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

it('[GAP-89] [CLOCKS1] another zone gives another hour; without one the page shows Belgian time, wherever its machine is', () => {
  const instant = '2026-03-04T13:05:09Z';
  expect(dateTextsIn('America/New_York').time(instant)).toBe('08:05:09');
  expect(dateTimeText(instant)).toBe('04/03/2026, 14:05:09');
});

describe('[CLOCKS1] in a page of another zone', () => {
  beforeEach(() => showDatesIn('Asia/Kolkata'));
  afterEach(() => showDatesIn(BELGIAN_ZONE));

  it('every text, typed time and Belgian time of the wire is in that zone', () => {
    const at = Date.parse('2026-03-04T13:05:09Z');
    expect(dateTimeText(at)).toBe('04/03/2026, 18:35:09');
    expect(localMinute(at, undefined)).toBe('2026-03-04T18:35');
    expect(instantOfMinute('2026-03-04T18:35', undefined)).toBe(at - 9_000);
    expect(timeSpanOf('04/03/2026, 18:35:09', undefined)?.startMs).toBe(at);
    expect(belgianTimeText('2026-03-04T14:05:09')).toBe('04/03/2026, 18:35:09');
    expect(zoneName(shownZone())).toBe('Asia/Kolkata time');
  });
});

it('[CLOCKS1] a Belgian time of the wire is shown as written in a page of Belgian time', () => {
  expect(belgianTimeText('2026-10-25T02:30:00')).toBe('25/10/2026, 02:30:00');
  expect(belgianTimeText(null)).toBe('-');
  expect(zoneName(shownZone())).toBe('Belgian time');
});

it('[RULE-053] an instant in ms', () => {
  const asked = ['1970-01-01T00:00:01Z', 5, 'x', undefined, 8.64e15, 8.64e15 + 1, Number.MAX_VALUE, Number.NEGATIVE_INFINITY];
  expect(asked.map(instantMs)).toEqual([1_000, 5, null, null, 8.64e15, null, null, null]);
});
