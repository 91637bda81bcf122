/** Time that passes only by the test's hand, for what takes its clock and its timers as arguments. */
export interface HandTime {
  readonly now: () => number;
  /** Runs something after so many ms of this time, and returns what cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Lets so many ms pass; timers run in order, those that they start too. */
  readonly pass: (ms: number) => void;
}

/** Begins at an instant, in ms. */
export function handTime(startAt = 0): HandTime {
  let now = startAt;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass: (ms) => {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at);
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
    },
  };
}
