import { poll, pollInterval } from '#streams/operators/poll';
import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { marbles } from '../support/marbles.ts';

const answers = { t: { ok: true }, f: { ok: false } };

describe('poll', () => {
  it(
    '[POLL1] [POLL2] asks at once, the interval after an answer, double after a failure, and then the interval again',
    marbles(({ cold, expectObservable, expectSubscriptions, clock }) => {
      const rounds = [cold('t|', answers), cold('f|', answers), cold('t|', answers), cold('t|', answers)];
      const asked = [...rounds];
      const seen$ = poll(() => rounds.shift() ?? NEVER, pollInterval(1_000), clock);
      expectObservable(seen$, '4500ms !').toBe('t 999ms f 1999ms t 999ms t', answers);
      const at = ['^!', '1s ^!', '3s ^!', '4s ^!'];
      asked.forEach((round, index) => expectSubscriptions(round.subscriptions).toBe(at[index] ?? ''));
    }),
  );

  it(
    '[POLL3] counts the pause from the answer, never asks twice at a time, and leaves a question open when it is left',
    marbles(({ cold, expectObservable, expectSubscriptions, clock }) => {
      const slow = cold('1500ms (t|)', answers);
      expectObservable(
        poll(() => slow, pollInterval(1_000), clock),
        '3s !',
      ).toBe('1500ms t', answers);
      expectSubscriptions(slow.subscriptions).toBe(['^ 1499ms !', '2500ms ^ 499ms !']);
    }),
  );

  it('[POLL2] waits exactly double', () => {
    expect(pollInterval(1_000)).toEqual({ everyMs: 1_000, afterErrorMs: 2_000 });
  });
});
