import { beforeEach, describe, expect, it } from 'vitest';
import { createNewestReports, type NewestReports } from '#server/fleet/ingest/newestReports';
import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';

const AT = Date.parse('2026-03-04T08:00:00.000Z');
const timeOf = (ms: number) => new Date(ms).toISOString();
let newest: NewestReports;
beforeEach(() => {
  newest = createNewestReports(() => undefined);
});
/** Adds a state; its `aheadMs` is how far the clock of its device is ahead. */
const addState = (receivedAt: number, sequence: number, aheadMs = 0) =>
  newest.addState('A', { time: timeOf(receivedAt + aheadMs), sequence, state: {} }, receivedAt);
const addStates = (from: number, to: number, aheadMs = 0) => {
  for (let at = from; at <= to; at += 1_000) addState(at, (at - AT) / 1_000, aheadMs);
};

describe.each([
  [
    'data',
    (madeAt: number, receivedAt: number) =>
      newest.addData('A', { data_group: 'metrics', time: timeOf(madeAt), data: { mileage: 1 } }, receivedAt),
  ],
  ['an identity', (madeAt: number, receivedAt: number) => newest.addIdentity('A', { time: timeOf(madeAt) }, receivedAt)],
])('%s', (_, add) => {
  it.each([5_000, 20_000, HOUR_MS])(
    '[INGEST28] that a device kept replaces no newer report, %i ms later, while its states arrive',
    (later) => {
      expect(add(AT, AT)).toBe(true);
      addStates(AT, AT + later);
      expect(add(AT - 6 * HOUR_MS, AT + later)).toBe(false);
      expect(add(AT + 1, AT + later)).toBe(true);
    },
  );

  it('[INGEST28] that a device kept replaces no newer report while it sends states that it kept', () => {
    addStates(AT, AT + 1_000);
    expect(add(AT, AT + 1_000)).toBe(true);
    const kept = { time: timeOf(AT - 6 * HOUR_MS), sequence: 0, state: {} };
    expect(newest.addState('A', { ...kept, sequence: 0 }, AT + 10_000)).toMatchObject({ kind: 'kept' });
    expect(add(AT - 6 * HOUR_MS, AT + 20_000)).toBe(false);
  });

  it('[INGEST28] of a device whose clock was set back is accepted, also at once', () => {
    addStates(AT, AT + 2_000, HOUR_MS);
    expect(add(AT + 2_000 + HOUR_MS, AT + 2_000)).toBe(true);
    addState(AT + 3_000, 3);
    expect(add(AT + 4_000, AT + 4_000)).toBe(true);
  });

  it('[INGEST28] of a device whose clock is right again is accepted before the first state that measures it, and what it kept is not', () => {
    addStates(AT, AT + MINUTE_MS, HOUR_MS);
    expect(add(AT + HOUR_MS, AT)).toBe(true);
    expect(add(AT + MINUTE_MS + 4_000, AT + MINUTE_MS + 4_050)).toBe(true);
    expect(add(AT + 30_000, AT + MINUTE_MS + 4_060)).toBe(false);
    addState(AT + MINUTE_MS + 4_100, 64);
    expect(add(AT + 30_000, AT + MINUTE_MS + 4_200)).toBe(false);
    expect(add(AT + MINUTE_MS + 5_000, AT + MINUTE_MS + 5_000)).toBe(true);
  });

  it('[INGEST28] that a device an hour ahead kept for an hour replaces no newer report', () => {
    addStates(AT, AT + MINUTE_MS, HOUR_MS);
    const now = AT + MINUTE_MS + 500;
    expect(add(now + HOUR_MS, now)).toBe(true);
    for (const age of [HOUR_MS + 10_000, HOUR_MS - 10_000, HOUR_MS / 2, MINUTE_MS])
      expect([age, add(now + HOUR_MS - age, now + 100)]).toEqual([age, false]);
  });

  it('[INGEST28] that a device 10 s ahead kept for 9 s replaces no newer report', () => {
    addStates(AT, AT + MINUTE_MS, 10_000);
    expect(add(AT + MINUTE_MS + 10_000, AT + MINUTE_MS)).toBe(true);
    expect(add(AT + MINUTE_MS + 6_000, AT + MINUTE_MS + 5_000)).toBe(false);
  });

  it('[INGEST28] of a device that started again with its clock set back is accepted at once, while its states are not', () => {
    addStates(AT, AT + MINUTE_MS, HOUR_MS);
    expect(add(AT + HOUR_MS, AT)).toBe(true);
    for (let second = 4; second <= 12; second += 1) {
      const at = AT + MINUTE_MS + second * 1_000;
      expect(addState(at, second - 4).kind).not.toBe('new');
      expect(add(at, at + 50)).toBe(true);
    }
  });

  it('[INGEST28] of a device whose clock was years ahead for a moment is accepted afterwards', () => {
    addStates(AT, AT + 2_000);
    expect(add(AT + 9_000 * HOUR_MS, AT + 2_000)).toBe(true);
    expect(add(AT + 3_000, AT + 3_000)).toBe(true);
  });

  it('[INGEST2] [INGEST28] of another robot with a wrong clock is accepted after 15 s without a state, before its first one', () => {
    addStates(AT, AT + 2_000);
    expect(add(AT + 2_000, AT + 2_000)).toBe(true);
    expect(add(0, AT + 17_000)).toBe(false);
    expect(add(0, AT + 2 * MINUTE_MS)).toBe(true);
  });
});
