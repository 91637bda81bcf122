/** The context of this browser's storage for personal settings: page sizes, colour mode. */

import { createContext, useContext } from 'react';

/** Storage of this browser for personal settings: page sizes, colour mode. Absent values are null. */
export interface BrowserStorage {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
}

/** Storage that stores nothing; the default without a provider, and for pages without storage. */
export const noStorage: BrowserStorage = { get: () => null, set: () => {} };

export const BrowserStorageContext = createContext<BrowserStorage>(noStorage);
export const useBrowserStorage = (): BrowserStorage => useContext(BrowserStorageContext);
