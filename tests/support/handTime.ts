/** Time that passes only by the test's hand, for what takes its clock and its timers as arguments. */
export interface HandTime {
  readonly now: () => number;
  /** Calls `run` after `ms` of this time. Returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Lets `ms` pass; timers run in order, including those that they start. */
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
