import { expect, it } from 'vitest';
import { dateTimeText, isoText, momentInWords } from '#domain/text/dates';
import { typedInstant, typedTime } from '#domain/text/typedTime';
import { zoneAbbreviation } from '#domain/text/zoneNames';

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

const AMSTERDAM = 'Europe/Amsterdam';
const NEW_YORK = 'America/New_York';
/** Each in the afternoon after the clocks of a zone changed. */
const AFTERNOONS = {
  [AMSTERDAM]: { forward: '2026-03-29T14:00:00Z', back: '2026-10-25T14:00:00Z' },
  [NEW_YORK]: { forward: '2026-03-08T20:00:00Z', back: '2026-11-01T20:00:00Z' },
} as const;
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().replace('.000Z', 'Z'));

it.each([
  [AMSTERDAM, '02:30', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
  [AMSTERDAM, '25/10/2026 02:00:00', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'],
  [AMSTERDAM, 'sunday 2:59:59', '2026-10-25T00:59:59Z', '2026-10-25T01:59:59Z'],
  [AMSTERDAM, '25 oct 03:00', '2026-10-25T02:00:00Z', null],
  [AMSTERDAM, '01:59', '2026-10-24T23:59:00Z', null],
  [AMSTERDAM, '25/10', '2026-10-24T22:00:00Z', null],
  [AMSTERDAM, '02:30 CEST', '2026-10-25T00:30:00Z', null],
  [AMSTERDAM, '25/10/2026 02:30 cet', '2026-10-25T01:30:00Z', null],
  [AMSTERDAM, '02:30 UTC', '2026-10-25T02:30:00Z', null],
  [AMSTERDAM, '2026-10-25T02:30Z', '2026-10-25T02:30:00Z', null],
  [AMSTERDAM, '02:30 +01:00', '2026-10-25T01:30:00Z', null],
  [AMSTERDAM, '02:30 UTC+2', '2026-10-25T00:30:00Z', null],
  [AMSTERDAM, '21:30 −5', '2026-10-25T02:30:00Z', null],
  [NEW_YORK, '01:30', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
  [NEW_YORK, 'today 1:59:59', '2026-11-01T05:59:59Z', '2026-11-01T06:59:59Z'],
  [NEW_YORK, '02:00', '2026-11-01T07:00:00Z', null],
  [NEW_YORK, '01:30 EST', '2026-11-01T06:30:00Z', null],
  [NEW_YORK, '1 Nov 01:30 EDT', '2026-11-01T05:30:00Z', null],
] as const)('[DATE3] in %s, after the clock was put back, %j is %s and %s', (zone, typed, at, other) => {
  const read = typedTime(typed, { now: Date.parse(AFTERNOONS[zone].back), zone });
  expect(read.kind === 'instant' ? [iso(read.at), iso(read.other)] : read.kind).toEqual([at, other]);
});

it.each([
  [AMSTERDAM, '02:30', '2026-03-29T01:00:00Z', '02:00', '03:00'],
  [AMSTERDAM, '29/03/2026 02:00', '2026-03-29T01:00:00Z', '02:00', '03:00'],
  [AMSTERDAM, 'today 2:59:59', '2026-03-29T01:00:00Z', '02:00', '03:00'],
  [NEW_YORK, '8 march 02:30', '2026-03-08T07:00:00Z', '02:00', '03:00'],
  [NEW_YORK, 'sunday 2:00', '2026-03-08T07:00:00Z', '02:00', '03:00'],
] as const)('[DATE3] in %s, %j does not exist: at %s the clock goes from %s to %s', (zone, typed, at, before, after) => {
  const read = typedTime(typed, { now: Date.parse(AFTERNOONS[zone].forward), zone });
  expect(read).toEqual({ kind: 'skipped', change: { at: Date.parse(at), before, after } });
});

it.each([
  ['02:30', '2026-03-28T01:30:00Z'],
  ['sunday 2:30', '2026-03-22T01:30:00Z'],
  ['01:15', '2026-03-29T00:15:00Z'],
])('[DATE3] before the clock is put forward, %j is the last one, %s', (typed, at) => {
  expect(typedTime(typed, { now: Date.parse('2026-03-29T00:30:00Z'), zone: AMSTERDAM })).toMatchObject({ at: Date.parse(at), other: null });
});

it.each([AMSTERDAM, NEW_YORK] as const)(
  '[DATE3] in the nights of both changes in %s every instant can be typed, and reads as it was typed',
  (zone) => {
    const { forward, back } = AFTERNOONS[zone];
    for (const then of [Date.parse(forward), Date.parse(back)])
      for (let at = then - 16 * 3_600_000; at < then; at += 7.5 * 60_000) {
        const local = isoText(at, zone);
        const plain = typedTime(local, { now: then, zone });
        expect(plain.kind === 'instant' ? [plain.at, plain.other] : plain.kind, local).toContain(at);
        const named = `${local} ${zoneAbbreviation(at, zone)}`;
        expect(typedTime(named, { now: then, zone }), named).toEqual({ kind: 'instant', at, other: null });
      }
  },
);

it('[DATE3] a day whose midnight the clock skips begins with its first minute', () => {
  const read = typedTime('26/04/2024', { now, zone: 'Africa/Cairo' });
  expect(read).toEqual({ kind: 'instant', at: Date.parse('2024-04-25T22:00:00Z'), other: null });
});

it.each(['02:30 XYZ', '02:30 EST', '02:30 +', '02:30 +99999', 'monday CET', '31/02/2026 02:30 UTC'])('[DATE3] %j is no time', (typed) => {
  expect(typedTime(typed, { now, zone: AMSTERDAM })).toEqual({ kind: 'unreadable' });
});
