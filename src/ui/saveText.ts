import { createContext, useContext } from 'react';

/** Saves a text that the console itself made, as UTF-8. `type` is its media type, for example `text/csv`. */
export type SaveText = (fileName: string, text: string, type: string) => void;

/** Where texts are saved; null where nothing can be, as in the past. */
export const SaveTextContext = createContext<SaveText | null>(null);
/** Saves a text of the console's own; null where that is impossible. */
export const useSaveText = (): SaveText | null => useContext(SaveTextContext);
