import { createContext } from 'react';
import type { OnSecret } from '#streams/queryStream';

/** How long a secret answer is shown, in ms. */
export const SECRET_SHOWN_MS = 60_000;

/** Carries secret answers past the log, from the streams to the one view that asked. Keeps nothing: what nobody waits for is lost. */
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

/** The door the streams hand secrets through; null in the past, which knows none. */
export const SecretContext = createContext<SecretChannel | null>(null);
