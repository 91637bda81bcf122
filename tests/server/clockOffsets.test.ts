import { expect, it } from 'vitest';
import { messageOf } from '#server/commands/commandDependencies';
import { usualTimes } from '#server/commands/commandTimeouts';
import { createClockOffsets } from '#server/fleet/clockOffsets';
import { createNewestReports } from '#server/fleet/ingest/newestReports';
import { happenedAt } from '#server/fleet/ingest/receivedLog';
import { HOUR_MS } from '#domain/text/timeUnits';

const AT = Date.parse('2026-03-04T13:05:00.000Z');
/** The offsets of devices of which each report has a higher sequence number than the one before. */
function measureClocks() {
  const { add, of } = createClockOffsets();
  let sequence = 0;
  return {
    of,
    add: (serial: string, deviceTime: number, receivedAt: number) => add(serial, { deviceTime, receivedAt, sequence: (sequence += 1) }),
  };
}

it('[CLOCK1] the offset of a clock is that of the reports that were on their way shortest, of the last two minutes at most', () => {
  const { add, of } = measureClocks();
  expect(of('A')).toBeNull();
  for (const [sent, delay] of [
    [-90_000, 90_000],
    [-40, 40],
    [0, 700],
    [1, 300],
  ] as const)
    add('A', AT + sent + 12_000, AT + sent + delay);
  expect(of('A')).toBe(11_960);
  // The clock loses three seconds, too few to be a clock that was set back: the earlier offset is forgotten later.
  for (let second = 0; second <= 180; second += 1) add('A', AT + second * 1_000 + 8_950, AT + second * 1_000);
  expect(of('A')).toBe(8_950);
  add('A', AT + 86_400_000, AT + 86_400_000 + 20);
  expect([of('A'), of('B')]).toEqual([-20, null]);
});

it('[CLOCK1] a clock that was set back is measured anew at once', () => {
  const { add, of } = measureClocks();
  for (let second = 0; second < 30; second += 1) add('A', AT + HOUR_MS + second * 1_000, AT + second * 1_000);
  expect(of('A')).toBe(HOUR_MS);
  add('A', AT + 30_000, AT + 30_200);
  expect(of('A')).toBe(-200);
  add('A', AT + 31_000, AT + 31_050);
  expect(of('A')).toBe(-50);
});

it('[CLOCK1] a device that sends again what it had sent has not set its clock back', () => {
  const { add, of } = createClockOffsets();
  const addState = (second: number, receivedAt: number) => add('A', { deviceTime: AT + second * 1_000, sequence: second, receivedAt });
  for (let second = 0; second <= 60; second += 1) addState(second, AT + second * 1_000 + 50);
  for (let second = 51; second <= 85; second += 1) {
    addState(second, AT + 90_000 + second);
    expect(of('A')).toBe(-50);
  }
});

it('[CLOCK1] [CLOCK4] an event after a clock was set back is dated by the clock of now', () => {
  const newest = createNewestReports(() => undefined);
  const addState = (deviceTime: number, sequence: number, receivedAt: number) =>
    newest.addState('A', { time: new Date(deviceTime).toISOString(), sequence, state: {} }, receivedAt);
  for (let second = 0; second < 30; second += 1) addState(AT + HOUR_MS + second * 1_000, second, AT + second * 1_000);
  addState(AT + 30_000, 30, AT + 30_100);
  expect(happenedAt(AT + 31_000, { receivedAt: AT + 31_200, aheadMs: newest.aheadMs('A') })).toBe(AT + 31_000);
});

const given = { id: 'c', arguments: {}, at: AT, times: usualTimes } as const;
it.each([12_000, -7 * 60_000, 0])(
  '[CLOCK2] a device whose clock is %i ms ahead gets the times of a command by its own clock, and a duration',
  (clockOffsetMs) => {
    const { given_at, expires_at, expires_in_ms } = messageOf({ ...given, command: 'take_control' }, 1, { clockOffsetMs });
    const own = AT + clockOffsetMs;
    expect([Date.parse(given_at), Date.parse(expires_at), expires_in_ms]).toEqual([own, own + 10_000, 10_000]);
  },
);

it('[CLOCK2] a stop never expires at the device, whatever its clock says', () => {
  const { expires_at, expires_in_ms } = messageOf({ ...given, command: 'stop_immediately' }, null);
  expect([expires_at, expires_in_ms]).toEqual(['9999-12-31T23:59:59.000Z', null]);
});
