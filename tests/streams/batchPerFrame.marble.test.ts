import { batchPerFrame } from '#streams/operators/batchPerFrame';
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
});
