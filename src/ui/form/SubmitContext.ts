import { createContext } from 'react';

/** Why no form can be submitted now; null while it can. What is typed stays. */
export const SubmitContext = createContext<string | null>(null);
