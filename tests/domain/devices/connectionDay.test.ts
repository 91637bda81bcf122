import type { ConnectionChange } from '#contract/devices/deviceConnection';
import { connectionDay, messagesPerMinute } from '#domain/devices/connectionDay';
import { expect, it } from 'vitest';

const NOW = Date.parse('2026-03-05T12:00:00Z');
const HOUR = 3_600_000;
const change = (hoursAgo: number, kind: ConnectionChange['kind']): ConnectionChange => ({
  at: new Date(NOW - hoursAgo * HOUR).toISOString(),
  kind,
});
const spansOf = (changes: readonly ConnectionChange[]) =>
  connectionDay(changes, NOW).spans.map(({ from, to, is }) => [is, (from - NOW) / HOUR, (to - NOW) / HOUR]);

it('[CONN6] the last day is made of the changes, and of what was before them nothing is known', () => {
  const changes = [change(2, 'connected'), change(3, 'disconnected'), change(5, 'refused'), change(20, 'connected')];
  expect(spansOf(changes)).toEqual([
    ['unknown', -24, -20],
    ['connected', -20, -3],
    ['away', -3, -2],
    ['connected', -2, 0],
  ]);
  expect(connectionDay(changes, NOW)).toMatchObject({
    disconnectCount: 1,
    awayMs: HOUR,
    newest: { at: NOW - 2 * HOUR, isConnected: true },
  });
});

it('[CONN6] a change before the last day says how it began', () => {
  const changes = [change(30, 'connected')];
  expect(spansOf(changes)).toEqual([['connected', -24, 0]]);
  expect(connectionDay(changes, NOW)).toMatchObject({ disconnectCount: 0, awayMs: 0, newest: { at: NOW - 30 * HOUR, isConnected: true } });
});

it.each([
  ['none', []],
  ['refused alone', [change(1, 'refused')]],
  ['no instants', [{ at: 'x', kind: 'connected' } as const]],
  ['of the future', [change(-1, 'connected')]],
])('[CONN6] changes without information (%s) tell nothing', (_, changes) => {
  expect(spansOf(changes)).toEqual([['unknown', -24, 0]]);
  expect(connectionDay(changes, NOW)).toMatchObject({ disconnectCount: 0, awayMs: 0, newest: null });
});

it('[CONN6] two disconnects in a row are one', () => {
  const changes = [change(1, 'disconnected'), change(2, 'disconnected'), change(3, 'connected')];
  expect(connectionDay(changes, NOW)).toMatchObject({
    disconnectCount: 1,
    awayMs: 2 * HOUR,
    newest: { at: NOW - HOUR, isConnected: false },
  });
});

it.each([
  [[], null],
  [[5], null],
  [[5, 5], null],
  [[0, 60_000, 30_000], 2],
  [[NaN, 0, 4_000], 15],
])('[CONN6] messages at %j are %j a minute', (times, rate) => {
  expect(messagesPerMinute(times)).toBe(rate);
});
