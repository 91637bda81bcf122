/** Carries messages from one instance to every instance, itself included. A message may be lost. */
export interface Bus<Message> {
  readonly publish: (messages: readonly Message[]) => void;
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: (messages: readonly Message[]) => void) => () => void;
  readonly close: () => Promise<void>;
}

/** A bus for one instance. */
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
