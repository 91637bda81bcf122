import { TestScheduler, type RunHelpers } from 'rxjs/testing';
import { expect } from 'vitest';

/** Wraps a test in virtual time: one marble character is 1 ms, `clock` starts at 0. */
export function marbles(run: (time: RunHelpers & { readonly clock: TestScheduler }) => void): () => void {
  return () => {
    const clock = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    clock.run((helpers) => run({ ...helpers, clock }));
  };
}
