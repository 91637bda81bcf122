import { createContext, useContext } from 'react';

/** Saves a text that the console itself made, as UTF-8. `type` is its media type, for example `text/csv`. */
export type SaveText = (fileName: string, text: string, type: string) => void;

/** Where texts are saved; null where nothing can be, as in the past. */
export const SaveTextContext = createContext<SaveText | null>(null);
/** Saves a text of the console's own; null where that is impossible. */
export const useSaveText = (): SaveText | null => useContext(SaveTextContext);

/** Saves bytes that came as base64. `type` is their media type, for example `image/png`. */
export type SaveBase64 = (fileName: string, base64: string, type: string) => void;

/** Where they are saved; null where nothing can be, as in the past. */
export const SaveBase64Context = createContext<SaveBase64 | null>(null);
/** Saves bytes that came as base64; null where that is impossible. */
export const useSaveBase64 = (): SaveBase64 | null => useContext(SaveBase64Context);

/** Gives bytes an address at which this page can show them, until `forget`. */
export type ShowBytes = (bytes: Uint8Array<ArrayBuffer>, type: string) => { readonly address: string; readonly forget: () => void };

/** Where bytes get their address; null where nothing can be shown. */
export const ShowBytesContext = createContext<ShowBytes | null>(null);
