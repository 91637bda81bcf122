import { expect, it } from 'vitest';
import { afterTry, pauseBeforeTry } from '#domain/notifications/missedNotice';

it('[PUSH13] the pauses grow from ten seconds to ten minutes, for about a day', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((tries) => pauseBeforeTry(tries))).toEqual([
    10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000,
  ]);
  expect([149, 150].map((tries) => pauseBeforeTry(tries))).toEqual([600_000, null]);
});

it('[PUSH13] a browser misses a notice until it gets one, and its sound, whatever silent one it misses then', () => {
  const [phone, tablet] = [
    { receiver: 'phone', silent: false },
    { receiver: 'tablet', silent: true },
  ];
  const missed = afterTry(afterTry([], { ...phone, isMissed: true }), { ...tablet, isMissed: true });
  expect(missed).toEqual([phone, tablet]);
  expect(afterTry(missed, { ...phone, silent: true, isMissed: true })).toEqual([phone, tablet]);
  expect(afterTry(missed, { ...phone, isMissed: false })).toEqual([tablet]);
  const louder = { ...tablet, silent: false };
  expect(afterTry(missed, { ...louder, isMissed: true })).toEqual([phone, louder]);
});
