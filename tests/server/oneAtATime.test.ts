import { expect, it } from 'vitest';
import { oneAtATime } from '#server/platform/oneAtATime';

const idle = () => new Promise<void>((resolve) => setImmediate(resolve));

it('[CALL-092] callers during a read of the owners share the next read, also when the first fails', async () => {
  const endings: (() => void)[] = [];
  const received: string[] = [];
  const failures: string[] = [];
  const ask = oneAtATime(
    () =>
      new Promise<void>((resolve, reject) => {
        const at = endings.length;
        endings.push(() => (at === 0 ? reject(new Error('away')) : resolve()));
      }),
  );
  const one = ask().catch(() => failures.push('first'));
  const others = ['second', 'third'].map((name) => ask().then(() => received.push(name)));
  await idle();
  expect(endings).toHaveLength(1);
  endings[0]?.();
  await one;
  await idle();
  expect(endings).toHaveLength(2);
  expect(received).toEqual([]);
  endings[1]?.();
  await Promise.all(others);
  expect([failures, received]).toEqual([['first'], ['second', 'third']]);
  const last = ask();
  expect(endings).toHaveLength(3);
  endings[2]?.();
  await last;
});
