import { createContext, useContext } from 'react';

/** Saves bytes that came as base64. `type` is their media type, for example `image/png`. */
export type SaveBase64 = (fileName: string, base64: string, type: string) => void;

/** Where they are saved; null where nothing can be, as in the past. */
export const SaveBase64Context = createContext<SaveBase64 | null>(null);
/** Saves bytes that came as base64; null where that is impossible. */
export const useSaveBase64 = (): SaveBase64 | null => useContext(SaveBase64Context);
