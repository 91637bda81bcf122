import { createContext, useContext } from 'react';

/** A small memory of this browser for what people set themselves: rows per table, colours. Absent values are null. */
export interface Remember {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
}

/** Remembers nothing: without a provider, and where everything begins anew at every visit. */
export const forgetful: Remember = { get: () => null, set: () => {} };

export const RememberContext = createContext<Remember>(forgetful);
export const useRemember = (): Remember => useContext(RememberContext);
