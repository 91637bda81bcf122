/** `Bus`, the interface for messages to all instances; a bus within one process. */

/** A channel for messages to all instances, including the sender's own. Delivery is at most once. */
export interface Bus<Message> {
  readonly publish: (messages: readonly Message[]) => void;
  /** Adds a listener; returns the unsubscribe function. */
  readonly subscribe: (listener: (messages: readonly Message[]) => void) => () => void;
  readonly close: () => Promise<void>;
}

/** Creates a bus for a single instance. */
export function inProcessBus<Message>(): Bus<Message> {
  const listeners = new Set<(messages: readonly Message[]) => void>();
  return {
    publish: (messages) => {
      for (const listener of listeners) listener(messages);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => Promise.resolve(),
  };
}
