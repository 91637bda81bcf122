import { createContext } from 'react';

/** Gives bytes an address at which this page can show them, until `forget`. */
export type ShowBytes = (bytes: Uint8Array<ArrayBuffer>, type: string) => { readonly address: string; readonly forget: () => void };

/** Where bytes get their address; null where nothing can be shown. */
export const ShowBytesContext = createContext<ShowBytes | null>(null);
