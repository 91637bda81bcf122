/** Contexts with the functions that save a file and that show bytes; null if that is not possible, e.g. in the past. */

import { createContext, useContext } from 'react';

/** Content of a file created in the page: a text, saved as UTF-8, or base64 data. `type` is its media type, e.g. `text/csv`. */
export type FileContent = { readonly type: string } & ({ readonly text: string } | { readonly base64: string });

/** Saves content as a file. */
export type SaveFile = (fileName: string, content: FileContent) => void;

/** The function that saves files; null if saving is not possible, e.g. in the past. */
export const SaveFileContext = createContext<SaveFile | null>(null);
/** Returns the function that saves files; null if that is not possible. */
export const useSaveFile = (): SaveFile | null => useContext(SaveFileContext);

/** Creates a URL with which this page can show bytes, valid until `forget`. */
export type ShowBytes = (bytes: Uint8Array<ArrayBuffer>, type: string) => { readonly address: string; readonly forget: () => void };

/** The function that creates URLs for bytes; null if nothing can be shown. */
export const ShowBytesContext = createContext<ShowBytes | null>(null);
