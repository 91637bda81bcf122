/** Notifies the waiting requests on all servers that a command has changed. */

import { z } from '#contract/schema';
import { type Bus, inProcessBus } from '../platform/bus/bus.ts';

/** Schema of the message that a command has changed; its watchers read the details from the database. */
export const commandChange = z.object({});
/** The message that a command has changed. */
export type CommandChange = z.infer<typeof commandChange>;

/** Notifier of the listeners of all instances about changed commands. */
export interface CommandChanges {
  readonly notify: () => void;
  /** Returns the unsubscribe function. */
  readonly listen: (listener: () => void) => () => void;
}

/** Creates a notifier without listeners, over a bus to the other instances. */
export function createCommandChanges(bus: Bus<CommandChange> = inProcessBus()): CommandChanges {
  return { notify: () => bus.publish([{}]), listen: (listener) => bus.subscribe(() => listener()) };
}

/** Poll interval in ms, for changes whose message did not arrive. */
const LOOK_MS = 500;

/** Calls `read` at once, after every change and every 500 ms, until it returns a value; null after `withinMs`. */
export async function watchUntil<T>(changes: CommandChanges, read: () => Promise<T | null>, withinMs: number): Promise<T | null> {
  const end = performance.now() + withinMs;
  for (;;) {
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    // Subscribe before reading, so that no change in between is missed.
    const stop = changes.listen(wake);
    try {
      const found = await read();
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
