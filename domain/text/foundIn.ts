// Accents of Latin, Greek and Cyrillic letters; vowel signs of other scripts are letters and stay.
const ACCENTS = /[\u0300-\u036F]/g;

/** Returns a text as it is searched and compared: without case, accents, and ways of composing a letter. */
export const folded = (text: string): string => text.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFKC').toLowerCase();

/** Checks whether a text contains what a person searches for, whatever the case, the accents and the way they are composed. Source: FIND1. */
export const foundIn = (text: string, wanted: string): boolean => folded(text).includes(folded(wanted.trim()));
