import { differencesText, readSide } from '#domain/configuration/compareChoice';
import { expect, it } from 'vitest';

const devices = [{ serial: 'LF-01' }, { serial: 'LF-02' }];
const newest = Date.parse('2026-03-04T14:05:00Z');

it.each([
  ['LF-02', '2026-03-04T13:55:00.000Z', 'LF-02', '2026-03-04T13:55:00.000Z'],
  ['LF-01', null, 'LF-01', '2026-03-04T14:05:00.000Z'],
  ['LF-01', '2026-03-04T13:58:10Z', 'LF-01', '2026-03-04T13:55:00.000Z'],
  ['LF-01', '2027-01-01T00:00:00Z', 'LF-01', '2026-03-04T14:05:00.000Z'],
  ['LF-01', '', 'LF-01', null],
  ['LF-01', '<script>', 'LF-01', null],
  ['LF-99', null, null, '2026-03-04T14:05:00.000Z'],
  ['__proto__', null, null, '2026-03-04T14:05:00.000Z'],
  [null, null, null, '2026-03-04T14:05:00.000Z'],
])('[FLEET-058] [FLEET-059] [FLEET-060] [TIME2] the address %s at %s chooses %s at %s', (serial, at, chosen, time) => {
  const side = readSide({ serial, at }, devices, newest);
  expect(side.serial).toBe(chosen);
  expect(side.at === null ? null : new Date(side.at).toISOString()).toBe(time);
});

it.each([
  [0, 'No differences'],
  [1, '1 difference'],
  [12, '12 differences'],
])('[FLEET-062] %i reads %s', (count, text) => {
  expect(differencesText(count)).toBe(text);
});
