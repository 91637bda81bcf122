import { createContext } from 'react';

/** The reason why no form can be submitted at present; null while forms can be submitted. Typed values stay. */
export const SubmitContext = createContext<string | null>(null);
