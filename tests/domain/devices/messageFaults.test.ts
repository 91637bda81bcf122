import { expect, it } from 'vitest';
import { clockOffsetText, isClockOff, newestUnreadable } from '#domain/devices/messageFaults';

it.each([
  [0, 'right', false],
  [-999, 'right', false],
  [1_400, '1 s ahead', false],
  [5_000, '5 s ahead', false],
  [12_000, '12 s ahead', true],
  [-420_000, '7 min behind', true],
  [-1_800_000_000_000, '20833 d behind', true],
])('[CLOCK3] a clock that is %i ms ahead is %s; people are warned: %s', (offsetMs, text, isWarned) => {
  expect([clockOffsetText(offsetMs), isClockOff(offsetMs)]).toEqual([text, isWarned]);
});

it('[CLOCK3] an unknown offset warns nobody', () => {
  expect([isClockOff(null), isClockOff(undefined)]).toEqual([false, false]);
});

const event = (belgian_local_time: string | null, data: unknown) => ({ belgian_local_time, message: 'x', data });
const now = Date.parse('2026-11-26T12:00:00Z');

it('[DOOR4] the newest warning of unreadable fields is shown while it is repeated each hour', () => {
  const events = [
    event('2026-11-26T12:59:00', { code: 1 }),
    event('2026-11-26T12:00:00', { unreadable: ['a'] }),
    event('2026-11-26T11:55:00', { unreadable: ['b'] }),
  ];
  expect(newestUnreadable(events, now)).toBe(events[1]);
  expect(newestUnreadable([event('2026-11-26T11:49:59', { unreadable: ['a'] })], now)).toBeUndefined();
  expect(newestUnreadable([event('2026-11-26T11:50:01', { unreadable: ['a'] })], now)).toBeDefined();
});

it('[DOOR4] it ends when an event says that all can be read again, until there is another', () => {
  const again = event('2026-11-26T12:40:00', { readable_again: true });
  expect(newestUnreadable([event('2026-11-26T12:30:00', { unreadable: ['a'] }), again], now)).toBeUndefined();
  expect(newestUnreadable([event('2026-11-26T12:50:00', { unreadable: ['a'] }), again], now)).toBeDefined();
});

it.each(['', null])('[CLOCKS5] [DOOR4] an event with the time %j is not the newest of unreadable fields, and ends nothing', (time) => {
  expect(newestUnreadable([event(time, { unreadable: ['a'] })], now)).toBeUndefined();
  const unreadable = event('2026-11-26T12:30:00', { unreadable: ['a'] });
  expect(newestUnreadable([event(time, { readable_again: true }), unreadable], now)).toBe(unreadable);
});
