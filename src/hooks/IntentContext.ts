/** Contexts and hooks for intents: `IntentContext`, `useIntent`, `useIsPast`, and `RefusalContext`, the alert that an action is not sent in the past. */

import { createContext, useContext } from 'react';
import type { Intent } from '#streams/intent';

/** Sends an intent to the streams. */
export type SendIntent = (intent: Intent) => void;

/** The function that sends intents; null in the past, where nothing can be requested. */
export const IntentContext = createContext<SendIntent | null>(null);

/** The function that shows the alert that an action confirmed in the past is not sent. */
export const RefusalContext = createContext<() => void>(() => undefined);

const ignored: SendIntent = () => undefined;

/** Returns the function that sends intents: subscribe to a query, request once, raise an alert. Intents are ignored in the past. */
export function useIntent(): SendIntent {
  return useContext(IntentContext) ?? ignored;
}

/** Returns whether a past moment is shown, in which nothing can be requested or commanded. */
export const useIsPast = (): boolean => useContext(IntentContext) === null;
