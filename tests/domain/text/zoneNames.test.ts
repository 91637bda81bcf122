import { expect, it } from 'vitest';
import { existsTwice, isSameClock, zoneAbbreviation } from '#domain/text/zoneNames';

const ms = (text: string) => Date.parse(text);

it.each([
  ['Europe/Amsterdam', '2026-03-29T00:59:59Z', 'CET'],
  ['Europe/Amsterdam', '2026-03-29T01:00:00Z', 'CEST'],
  ['America/New_York', '2026-11-01T05:59:59Z', 'EDT'],
  ['America/New_York', '2026-11-01T06:00:00Z', 'EST'],
  ['Europe/London', '2026-01-01T00:00:00Z', 'GMT'],
  ['UTC', '2026-01-01T00:00:00Z', 'UTC'],
  ['Asia/Kolkata', '2026-01-01T00:00:00Z', 'UTC+5:30'],
  ['America/Sao_Paulo', '2026-01-01T00:00:00Z', 'UTC-3'],
])('[ZONE1] %s at %s is called %s', (zone, at, name) => {
  expect(zoneAbbreviation(ms(at), zone)).toBe(name);
});

it.each([
  ['Europe/Amsterdam', 'Europe/Brussels', true],
  ['Europe/Amsterdam', 'Africa/Lagos', false],
  ['Africa/Abidjan', 'UTC', true],
  ['Europe/London', 'UTC', false],
  // Both put the clock forward in spring, with a month between them.
  ['Africa/Cairo', 'Europe/Athens', false],
])('[ZONE1] the clocks of %s and %s are the same at noon of a day in winter and around it: %s', (one, other, isSame) => {
  expect(isSameClock(one, other, ms('2026-01-10T12:00:00Z'))).toBe(isSame);
});

it.each([
  ['Europe/Amsterdam', '2026-10-24T23:59:59Z', false],
  ['Europe/Amsterdam', '2026-10-25T00:00:00Z', true],
  ['Europe/Amsterdam', '2026-10-25T01:59:59Z', true],
  ['Europe/Amsterdam', '2026-10-25T02:00:00Z', false],
  ['Europe/Amsterdam', '2026-03-29T01:00:00Z', false],
  ['America/New_York', '2026-11-01T05:00:00Z', true],
  ['America/New_York', '2026-11-01T07:00:00Z', false],
  ['Asia/Kolkata', '2026-10-25T01:00:00Z', false],
])('[ZONE2] in %s the local time of %s exists twice: %s', (zone, at, isTwice) => {
  expect(existsTwice(ms(at), zone)).toBe(isTwice);
});

it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '0999-07-01T00:00:00Z', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00Z'])(
  '[CLOCKS4] %s exists once, in any zone',
  (at) => {
    for (const zone of ['Europe/Brussels', 'America/St_Johns', 'Pacific/Apia', 'UTC']) expect(existsTwice(ms(at), zone)).toBe(false);
  },
);
