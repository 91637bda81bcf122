/** The features that the server announces beyond the specification; `useFeature`. */

import { createContext, useContext } from 'react';
import type { ServerFeature } from '#contract/config';

/** Features of the server beyond the specification; empty for a server without any. Provided once, from the configuration. */
export const FeaturesContext = createContext<readonly string[]>([]);

/** Returns whether the server announces a feature beyond the specification. If not, a screen hides that part. */
export function useFeature(name: ServerFeature): boolean {
  return useContext(FeaturesContext).includes(name);
}
