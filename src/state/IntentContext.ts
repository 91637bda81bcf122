import { createContext, useContext } from 'react';
import type { Intent } from '#streams/intent';

/** Hands a intent down to the streams. */
export type SendIntent = (intent: Intent) => void;

/** Where intents go; null in the past, where nothing can be asked. */
export const IntentContext = createContext<SendIntent | null>(null);

const ignored: SendIntent = () => undefined;

/** Gives intents: open an interest, ask once, raise an alert. In the past they go nowhere. */
export function useIntent(): SendIntent {
  return useContext(IntentContext) ?? ignored;
}
