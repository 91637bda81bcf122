import { floorToPastStep, floorToStep, instantOfMinute, localMinute, STEP_MS, adjacentStep, zoneText } from '#domain/text/timeStep';
import { expect, it } from 'vitest';

const BRUSSELS = 'Europe/Brussels';
const ms = (text: string) => Date.parse(text);
const utc = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());

it('[CONST-046] [CONST-047] [FLEET-060] a step is 5 minutes', () => {
  expect(STEP_MS).toBe(300_000);
});

it.each([
  ['2026-03-04T14:05:00Z', '2026-03-04T14:05:00Z'],
  ['2026-03-04T14:09:59.999Z', '2026-03-04T14:05:00Z'],
  ['2026-03-04T00:00:00Z', '2026-03-04T00:00:00Z'],
  ['1969-12-31T23:59:00Z', '1969-12-31T23:55:00Z'],
])('[CONST-046] %s lies in the step of %s', (at, step) => {
  expect(floorToStep(ms(at))).toBe(ms(step));
});

it.each(['Asia/Kathmandu', 'Australia/Eucla', 'Pacific/Chatham', 'Asia/Kolkata'])(
  '[CONST-046] a step is a step in %s too, whose offset is no whole hour',
  (zone) => {
    expect(localMinute(floorToStep(ms('2026-03-04T14:08:12Z')), zone)).toMatch(/:\d[05]$/);
  },
);

const now = ms('2026-03-04T14:07:30Z');
it.each([
  ['2026-03-04T14:00:00Z', -1, '2026-03-04T13:55:00.000Z'],
  ['2026-03-04T14:00:00Z', 1, '2026-03-04T14:05:00.000Z'],
  ['2026-03-04T13:58:10Z', -1, '2026-03-04T13:55:00.000Z'],
  ['2026-03-04T13:58:10Z', 1, '2026-03-04T14:00:00.000Z'],
  ['2026-03-04T14:05:00Z', 1, '2026-03-04T14:05:00.000Z'],
  ['2027-01-01T00:00:00Z', 1, '2026-03-04T14:05:00.000Z'],
  ['2027-01-01T00:00:00Z', -1, '2026-03-04T14:05:00.000Z'],
] as const)('[CONST-046] [TIME2] beside %s (%i) lies %s', (at, by, step) => {
  expect(utc(adjacentStep(ms(at), by, now))).toBe(step);
});

it.each([
  ['2027-01-01T00:00:00Z', '2026-03-04T14:05:00.000Z'],
  ['2026-03-04T14:06:00Z', '2026-03-04T14:05:00.000Z'],
  ['2025-03-04T14:06:00Z', '2025-03-04T14:05:00.000Z'],
])('[TIME2] %s, seen at 14:07, is %s', (at, step) => {
  expect(utc(floorToPastStep(ms(at), now))).toBe(step);
});

it.each([
  ['an ordinary minute', '2026-03-04T14:05', '2026-03-04T13:05:00.000Z', '2026-03-04T14:05'],
  ['a minute of summer', '2026-07-04T14:05', '2026-07-04T12:05:00.000Z', '2026-07-04T14:05'],
  ['the minute before the jump', '2026-03-29T01:55', '2026-03-29T00:55:00.000Z', '2026-03-29T01:55'],
  ['a minute that does not exist', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z', '2026-03-29T03:30'],
  ['the first of them', '2026-03-29T02:00', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00'],
  ['the minute after the jump', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00'],
  ['the minute before an hour that occurs twice', '2026-10-25T01:55', '2026-10-24T23:55:00.000Z', '2026-10-25T01:55'],
  ['a minute that occurs twice', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30'],
  ['the minute after it', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z', '2026-10-25T03:00'],
  ['the end of a year', '2026-12-31T23:55', '2026-12-31T22:55:00.000Z', '2026-12-31T23:55'],
])('[TIME1] in Belgium %s, %s, is %s and reads %s', (_, text, instant, reads) => {
  const at = instantOfMinute(text, BRUSSELS);
  expect(utc(at)).toBe(instant);
  expect(localMinute(at ?? 0, BRUSSELS)).toBe(reads);
});

it.each([
  '',
  'now',
  '2026-13-01T00:00',
  '2026-02-30T00:00x',
  '0002-03-04T14:05',
  '0202-03-04T14:05',
  '2026-03-04',
  '2026-03-04T14:05:00',
  '12026-03-04T14:05',
])('[TIME1] "%s" is no time', (text) => {
  expect(instantOfMinute(text, BRUSSELS)).toBeNull();
});

it('[TIME1] steps pass through the hour that occurs twice, and the offset tells the two apart', () => {
  const first = ms('2026-10-25T00:55:00Z');
  const second = adjacentStep(first, 1, ms('2027-01-01T00:00:00Z'));
  expect([first, second].map((at) => localMinute(at, BRUSSELS))).toEqual(['2026-10-25T02:55', '2026-10-25T02:00']);
  expect([first, second].map((at) => zoneText(at, BRUSSELS))).toEqual(['Europe/Brussels, GMT+2', 'Europe/Brussels, GMT+1']);
});

it('[TIME1] steps leave out the hour that does not exist', () => {
  const before = ms('2026-03-29T00:55:00Z');
  const after = adjacentStep(before, 1, ms('2027-01-01T00:00:00Z'));
  expect([before, after].map((at) => localMinute(at, BRUSSELS))).toEqual(['2026-03-29T01:55', '2026-03-29T03:00']);
});
