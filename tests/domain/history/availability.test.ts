import { expect, it } from 'vitest';
import {
  type Availability,
  availabilityDefinitions,
  availabilityNames,
  availabilityOf,
  countedTogether,
  type Counted,
} from '#domain/history/availability';

const HOUR = 3_600;
/** A month of 30 days, half of it online, a quarter in treatment, with four errors of which three have ended. */
const month: Counted = {
  held_seconds: 720 * HOUR,
  online_seconds: 360 * HOUR,
  treating_seconds: 180 * HOUR,
  error_seconds: 40 * HOUR,
  errors: 4,
  recoveries: 3,
  recovery_seconds: 30 * HOUR,
};
const numbers = { onlineShare: 0.5, treatingShare: 0.25, errors: 4, betweenErrorsSeconds: 80 * HOUR, recoverySeconds: 10 * HOUR };
const none = { onlineShare: null, treatingShare: null, errors: null, betweenErrorsSeconds: null, recoverySeconds: null };
const nothing = countedTogether([]);

it.each<[string, Partial<Counted>, Partial<Availability>]>([
  ['a month', {}, numbers],
  ['a month in which nothing is held', { ...nothing }, none],
  ['a month in which the device was silent', { ...nothing, held_seconds: 720 * HOUR }, none],
  [
    'a month without an error',
    { errors: 0, recoveries: 0, recovery_seconds: 0 },
    { errors: 0, betweenErrorsSeconds: null, recoverySeconds: null },
  ],
  [
    'an error that has not ended',
    { errors: 1, recoveries: 0, recovery_seconds: 0 },
    { errors: 1, betweenErrorsSeconds: 320 * HOUR, recoverySeconds: null },
  ],
  ['a last report that counts beyond now', { held_seconds: 360 * HOUR - 20 }, { onlineShare: 1, treatingShare: 180 / (360 - 20 / HOUR) }],
  ['a month in error', { error_seconds: 360 * HOUR + 1 }, { betweenErrorsSeconds: 0 }],
  ['a month in idleness', { treating_seconds: 0 }, { treatingShare: 0 }],
])('[AVAIL1] %s', (_, counted, expected) => {
  expect(availabilityOf({ ...month, ...counted })).toEqual({ ...numbers, ...expected });
});

it('[AVAIL1] rows together have the shares of all their time, not the mean of their shares', () => {
  const together = countedTogether([month, { ...nothing, held_seconds: 240 * HOUR }]);
  expect(availabilityOf(together)).toEqual({ ...numbers, onlineShare: 0.375, treatingShare: 0.1875 });
});

it('[AVAIL2] each number that people read has one definition', () => {
  expect(availabilityDefinitions.map(({ name }) => name)).toEqual(Object.values(availabilityNames));
  for (const { text } of availabilityDefinitions) expect(text).toMatch(/^[A-Z].{30,}\.$/);
});
