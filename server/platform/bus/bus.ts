import type { Report } from '../../fleet/report.ts';

/** Carries reports from the instance that took them in to every instance that serves consoles, itself included. Latest wins: a lost one is made good by the next. */
export interface Bus {
  readonly publish: (reports: readonly Report[]) => void;
  /** Returns the way out. */
  readonly subscribe: (listener: (reports: readonly Report[]) => void) => () => void;
  readonly close: () => Promise<void>;
}

/** A bus for one instance. */
export function inProcessBus(): Bus {
  const listeners = new Set<(reports: readonly Report[]) => void>();
  return {
    publish: (reports) => {
      for (const listener of listeners) listener(reports);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => Promise.resolve(),
  };
}
