/** Text search that ignores case, accents and composition. */

// Accents of Latin, Greek and Cyrillic letters; vowel signs of other scripts are letters and are kept.
const ACCENTS = /[\u0300-\u036F]/g;

/** Returns a text in the form in which it is searched and compared: regardless of case, accents and composition. */
export const folded = (text: string): string => text.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFKC').toLowerCase();

/** Checks whether a text contains a search text, regardless of case, accents and composition. Source: FIND1. */
export const foundIn = (text: string, wanted: string): boolean => folded(text).includes(folded(wanted.trim()));
