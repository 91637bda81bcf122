/** What tabs of one browser agree by. */
export interface Locks {
  /** Holds a name until the page goes away. */
  readonly hold: (name: string) => void;
  /** How many tabs hold a name that begins so. */
  readonly countHeld: (prefix: string) => Promise<number>;
  /** Runs `work` while nobody else in any tab runs work of that name; rejects when its turn does not come within the limit. */
  readonly alone: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
}

/** A tab that froze while renewing must not hold up the others for longer. */
const LONGEST_WAIT_MS = 15_000;

/** Web Locks: freed by the browser when a tab closes or crashes. */
export function webLocks(manager: LockManager): Locks {
  return {
    hold: (name) => void manager.request(name, () => new Promise(() => {})),
    countHeld: async (prefix) => {
      const { held = [] } = await manager.query();
      return held.filter(({ name }) => name?.startsWith(prefix) === true).length;
    },
    alone: (name, work) => manager.request(name, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, work),
  };
}
