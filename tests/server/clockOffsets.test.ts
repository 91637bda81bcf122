import { expect, it } from 'vitest';
import { messageOf } from '#server/commands/commandDependencies';
import { usualTimes } from '#server/commands/commandTimeouts';
import { createClockOffsets } from '#server/fleet/clockOffsets';

const AT = Date.parse('2026-03-04T13:05:00.000Z');

it('[CLOCK1] the offset of a clock is that of the reports that were on their way shortest, of the last two minutes at most', () => {
  const { add, of } = createClockOffsets();
  expect(of('A')).toBeNull();
  for (const delay of [300, 40, 90_000, 700]) add('A', AT + 12_000 - delay, AT);
  expect(of('A')).toBe(11_960);
  // The clock is set right: the earlier offset is forgotten.
  for (let second = 0; second <= 180; second += 1) add('A', AT + second * 1_000 - 50, AT + second * 1_000);
  expect(of('A')).toBe(-50);
  add('A', AT + 86_400_000, AT + 86_400_000 + 20);
  expect([of('A'), of('B')]).toEqual([-20, null]);
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
