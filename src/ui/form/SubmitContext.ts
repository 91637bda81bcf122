import { createContext } from 'react';

/** Why no form can be submitted now; null while forms can. Typed values stay. */
export const SubmitContext = createContext<string | null>(null);
