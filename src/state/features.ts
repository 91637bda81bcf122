import { createContext, useContext } from 'react';
import type { ServerFeature } from '#contract/config';

/** What the server announces beyond the documents; empty for a server that speaks only those. Given once, from the configuration. */
export const FeaturesContext = createContext<readonly string[]>([]);

/** Whether the server announces a call or a field that the documents lack. Without it a screen does not offer that part. */
export function useFeature(name: ServerFeature): boolean {
  return useContext(FeaturesContext).includes(name);
}
