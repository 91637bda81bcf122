/** Notifies the listeners of one instance of changed commands. */
export interface Changes {
  readonly notify: () => void;
  /** Returns the function that ends the subscription. */
  readonly listen: (listener: () => void) => () => void;
}

/** No listeners. */
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

/** Another instance may have written what is waited for; only the database shows it. */
const LOOK_MS = 500;

/** Looks at once, at every change here and now and then, until it finds something or the time is over. */
export async function watched<T>(changes: Changes, look: () => Promise<T | null>, withinMs: number): Promise<T | null> {
  const end = performance.now() + withinMs;
  for (;;) {
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    // Listened before looking: a change between the look and the wait would be missed.
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
