/** `SecretChannel`, which passes a secret to the one view that requested it, outside the log, for 60 s. */

import { createContext } from 'react';
import type { OnSecret } from '#streams/query/queryStream';

/** Time for which a secret is shown, in ms. */
export const SECRET_SHOWN_MS = 60_000;

/**
 * A channel that passes secrets from the streams to the view that requested them, outside the log. It stores nothing: a secret without a waiting view is
 * dropped.
 */
export interface SecretChannel {
  readonly onSecret: OnSecret;
  /** Registers a callback for the response with this key; returns the unsubscribe function. Only the newest callback of a key receives the response. */
  readonly wait: (key: string, take: (answer: unknown) => void) => () => void;
}

export function createSecretChannel(): SecretChannel {
  const waiting = new Map<string, (answer: unknown) => void>();
  return {
    onSecret: (key, answer) => waiting.get(key)?.(answer),
    wait: (key, take) => {
      waiting.set(key, take);
      return () => {
        if (waiting.get(key) === take) waiting.delete(key);
      };
    },
  };
}

/** The channel of secrets; null in the past. */
export const SecretContext = createContext<SecretChannel | null>(null);
