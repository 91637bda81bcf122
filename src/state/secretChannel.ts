import { createContext } from 'react';
import type { OnSecret } from '#streams/queryStream';

/** How long a secret is shown, in ms. */
export const SECRET_SHOWN_MS = 60_000;

/** Passes secrets from the streams to the one requesting view, beside the log. Stores nothing: a secret that nobody waits for is dropped. */
export interface SecretChannel {
  readonly onSecret: OnSecret;
  /** Waits for the answer to a question, by its key; gives what ends the waiting. Only the last one to wait receives it. */
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

/** The channel of secrets; null in the past, which has none. */
export const SecretContext = createContext<SecretChannel | null>(null);
