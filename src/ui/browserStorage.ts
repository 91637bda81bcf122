import { createContext, useContext } from 'react';

/** Storage of this browser for personal settings: page sizes, colour mode. Absent values are null. */
export interface Remember {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
}

/** Remembers nothing: the default without a provider, and for pages without storage. */
export const forgetful: Remember = { get: () => null, set: () => {} };

export const RememberContext = createContext<Remember>(forgetful);
export const useRemember = (): Remember => useContext(RememberContext);
