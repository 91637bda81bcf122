/** Locks shared by the tabs of one browser (Web Locks). */

/** Locks shared by the tabs of one browser. */
export interface Locks {
  /** Holds a lock until the page is unloaded. */
  readonly hold: (name: string) => void;
  /** Returns how many tabs hold a lock with this prefix. */
  readonly countHeld: (prefix: string) => Promise<number>;
  /** Runs `work` under an exclusive lock across all tabs; rejects if the lock is not granted within the limit. */
  readonly runExclusively: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
}

/** Maximum wait for the lock, in ms: a tab that was frozen during a renewal must not block the other tabs for longer. */
const LONGEST_WAIT_MS = 15_000;

/** Creates the locks from Web Locks, which the browser releases when a tab closes or crashes. */
export function webLocks(manager: LockManager): Locks {
  return {
    hold: (name) => void manager.request(name, () => new Promise(() => {})),
    countHeld: async (prefix) => {
      const { held = [] } = await manager.query();
      return held.filter(({ name }) => name?.startsWith(prefix) === true).length;
    },
    runExclusively: (name, work) => manager.request(name, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, work),
  };
}
