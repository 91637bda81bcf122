import { batchPerFrame } from '#streams/operators/batchPerFrame';
import { type SchedulerLike, tap } from 'rxjs';
import { describe, it } from 'vitest';
import { marbles } from '../support/marbles.ts';

const lists = { a: [1], b: [2, 3], c: [4] };

describe('batchPerFrame', () => {
  it(
    '[LOG3] gives what came since the last frame as one list, in order, and nothing in an empty frame',
    marbles(({ hot, cold, expectObservable, expectSubscriptions, clock }) => {
      const frame$ = hot('   -x---x---x---x', {});
      const source$ = hot('  --ab-----c----', lists);
      const visible$ = cold('t', { t: true });
      expectObservable(source$.pipe(batchPerFrame({ frame$, visible$, clock }))).toBe('-----m-------n', { m: [1, 2, 3], n: [4] });
      expectSubscriptions(frame$.subscriptions).toBe(['--^--!', '---------^---!']);
    }),
  );

  it(
    '[LOG4] gives one list a second while the page is hidden',
    marbles(({ hot, cold, expectObservable, clock }) => {
      const frame$ = hot('');
      const source$ = hot('a 99ms b 1999ms c', lists);
      const visible$ = cold('f', { f: false });
      expectObservable(source$.pipe(batchPerFrame({ frame$, visible$, clock })), '5s !').toBe('1s m 2099ms n', { m: [1, 2, 3], n: [4] });
    }),
  );

  const isOdd = (list: readonly number[]) => list.every((value) => value % 2 === 1);
  it(
    '[LOG10] what may wait comes at once after a pause, then at most each 250 ms, and with what may not',
    marbles(({ hot, cold, expectObservable, clock }) => {
      const frame$ = hot('x 9ms '.repeat(100), {});
      const source$ = hot('5ms a 99ms b 99ms c 199ms d 99ms e 9ms f', { a: [1], b: [3], c: [5], d: [7], e: [2], f: [9] });
      const visible$ = cold('t', { t: true });
      const parts = { m: [1], n: [3, 5], o: [7, 2], p: [9] };
      expectObservable(source$.pipe(batchPerFrame({ frame$, visible$, clock }, isOdd)), '900ms !').toBe(
        '10ms m 259ms n 239ms o 259ms p',
        parts,
      );
    }),
  );

  it(
    '[LOG10] nothing waits longer because the clock is set back',
    marbles(({ hot, cold, expectObservable, clock: steady }) => {
      const frame$ = hot('x 9ms '.repeat(30), {});
      const source$ = hot('5ms a 49ms b', { a: [1], b: [3] });
      const visible$ = cold('t', { t: true });
      let backBy = 0;
      const clock: SchedulerLike = { now: () => steady.now() - backBy, schedule: steady.schedule.bind(steady) };
      const set$ = source$.pipe(
        batchPerFrame({ frame$, visible$, clock }, isOdd),
        tap(() => (backBy = 3_600_000)),
      );
      expectObservable(set$, '300ms !').toBe('10ms m 49ms n', { m: [1], n: [3] });
    }),
  );
});
