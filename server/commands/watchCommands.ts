/** Notifies the listeners of one instance of changed commands. */
export interface Changes {
  readonly notify: () => void;
  /** Returns the unsubscribe function. */
  readonly listen: (listener: () => void) => () => void;
}

/** Creates a notifier without listeners. */
export function createChanges(): Changes {
  const listeners = new Set<() => void>();
  return {
    notify: () => {
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Poll interval in ms, for changes written by other instances. */
const LOOK_MS = 500;

/** Calls `look` at once, after every local change and every 500 ms, until it returns a value; null after `withinMs`. */
export async function watched<T>(changes: Changes, look: () => Promise<T | null>, withinMs: number): Promise<T | null> {
  const end = performance.now() + withinMs;
  for (;;) {
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    // Subscribe before looking, so that no change in between is missed.
    const stop = changes.listen(wake);
    try {
      const found = await look();
      const leftMs = end - performance.now();
      if (found !== null || leftMs <= 0) return found;
      const timer = setTimeout(wake, Math.min(LOOK_MS, leftMs));
      await woken;
      clearTimeout(timer);
    } finally {
      stop();
    }
  }
}
