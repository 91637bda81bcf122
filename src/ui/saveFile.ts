import { createContext, useContext } from 'react';

/** Saves a text created by the console as a UTF-8 file. `type` is its media type, e.g. `text/csv`. */
export type SaveText = (fileName: string, text: string, type: string) => void;

/** The function that saves texts; null where saving is impossible, e.g. in the past. */
export const SaveTextContext = createContext<SaveText | null>(null);
/** Returns the function that saves a text; null where that is impossible. */
export const useSaveText = (): SaveText | null => useContext(SaveTextContext);

/** Saves base64 data as a file. `type` is its media type, e.g. `image/png`. */
export type SaveBase64 = (fileName: string, base64: string, type: string) => void;

/** The function that saves base64 data; null where saving is impossible, e.g. in the past. */
export const SaveBase64Context = createContext<SaveBase64 | null>(null);
/** Returns the function that saves base64 data; null where that is impossible. */
export const useSaveBase64 = (): SaveBase64 | null => useContext(SaveBase64Context);

/** Creates a URL at which this page can show bytes, valid until `forget`. */
export type ShowBytes = (bytes: Uint8Array<ArrayBuffer>, type: string) => { readonly address: string; readonly forget: () => void };

/** The function that creates URLs for bytes; null where nothing can be shown. */
export const ShowBytesContext = createContext<ShowBytes | null>(null);
