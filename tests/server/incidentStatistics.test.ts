import { expect, it } from 'vitest';
import { COUNTS_KEPT } from '#server/incidents/incidentStatistics';
import { cacheKeyOf, createAnswerCache } from '#server/platform/answerCache';

it('[INC4] two who ask at once wait for one calculation, which is reported for three seconds', async () => {
  let now = 1_000;
  let calculations = 0;
  const kept = createAnswerCache<number>(() => now, COUNTS_KEPT);
  const ask = (key = 'a') =>
    kept(key, async (at) => {
      calculations += 1;
      return at;
    });
  expect(await Promise.all([ask(), ask(), ask('b')])).toEqual([1_000, 1_000, 1_000]);
  expect(calculations).toBe(2);
  now = 3_999;
  expect(await ask()).toBe(1_000);
  now = 4_000;
  expect(await ask()).toBe(4_000);
  // A clock that was set back tells nothing of the future.
  now = 2_000;
  expect(await ask()).toBe(2_000);
});

it('[INC4] a failure is asked to who asked, and not kept', async () => {
  const kept = createAnswerCache<string>(() => 0, COUNTS_KEPT);
  await expect(kept('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await kept('a', () => Promise.resolve('there'))).toBe('there');
});

it('[INC4] the oldest of a thousand cached values are evicted', async () => {
  let calculations = 0;
  const kept = createAnswerCache<number>(() => 0, COUNTS_KEPT);
  const ask = (key: string) => kept(key, async () => (calculations += 1));
  for (let index = 0; index < 1_000; index += 1) await ask(`k${index}`);
  await ask('k999');
  expect(calculations).toBe(1_000);
  await ask('k0');
  expect(calculations).toBe(1_001);
});

it('[INC4] [SEE1] callers with the same scope share a value, others do not', () => {
  expect(cacheKeyOf(new Set(['b', 'a']), 'x')).toBe(cacheKeyOf(new Set(['a', 'b']), 'x'));
  const others = [
    cacheKeyOf('all', 'x'),
    cacheKeyOf(new Set(), 'x'),
    cacheKeyOf(new Set(['a']), 'x'),
    cacheKeyOf(new Set(['a']), 'y'),
    cacheKeyOf(new Set(['a'])),
  ];
  expect(new Set(others).size).toBe(others.length);
});
