import { isLive, isOnline } from '#domain/devices/online';
import { expect, it } from 'vitest';

const now = 1_700_000_000_000;

it.each([
  [0, true],
  [29_999, true],
  [30_000, false],
  [86_400_000, false],
  // A report from a clock that runs ahead is news, not an old thing.
  [-5_000, true],
])('[RULE-030] [CONST-032] an update %i ms old: online %s', (ageMs, online) => {
  expect(isOnline(now - ageMs, now)).toBe(online);
});

it('[RULE-030] a device that never reported is not online', () => {
  expect(isOnline(undefined, now)).toBe(false);
  expect(isOnline(null, now)).toBe(false);
});

it.each([
  ['[RULE-027] [RULE-029] a state entry is enough', true, undefined, true],
  ['[RULE-027] a state entry is enough when is_live says no', true, false, true],
  ['[RULE-028] [RULE-029] is_live is enough', false, true, true],
  ['[RULE-028] neither', false, false, false],
  ['[RULE-028] is_live unknown', false, null, false],
])('%s', (_, hasState, is_live, live) => {
  expect(isLive(hasState, is_live)).toBe(live);
});
