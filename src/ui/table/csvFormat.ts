/** The formats of saved tables (semicolon or comma), the selected one, and the day in the name of a file. */

import { createContext, useContext } from 'react';
import { useBrowserStorage } from '../browserStorage.ts';

/** The separators of numbers and cells in a saved table; a spreadsheet reads only the format of its own locale. */
export interface CsvFormat {
  readonly label: string;
  readonly separator: string;
  readonly decimal: string;
}

/** The selectable formats. */
export const csvFormats = {
  comma: { label: 'Semicolon and decimal comma: 1,5;2', separator: ';', decimal: ',' },
  point: { label: 'Comma and decimal point: 1.5,2', separator: ',', decimal: '.' },
} as const satisfies Readonly<Record<string, CsvFormat>>;
export type CsvFormatName = keyof typeof csvFormats;

const KEY = 'csv-format';

/** Returns the name of the stored format; the Belgian one if none was selected. */
const nameOf = (stored: string | null): CsvFormatName => (stored === 'point' ? 'point' : 'comma');

/** Returns a function that reads the selected format and one that selects a format. */
export function useCsvFormat() {
  const storage = useBrowserStorage();
  return { read: () => nameOf(storage.get(KEY)), choose: (name: CsvFormatName) => storage.set(KEY, name) };
}

/** A function that returns the day of the shown data, `2026-11-26`, for the names of saved files; '' if it is unknown. */
export const FileDayContext = createContext<() => string>(() => '');
export const useFileDay = (): (() => string) => useContext(FileDayContext);
