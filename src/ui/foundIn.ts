// Accents of Latin, Greek and Cyrillic letters; vowel signs of other scripts are letters and are kept.
const ACCENTS = /[\u0300-\u036F]/g;

const folded = (text: string): string => text.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFKC').toLowerCase();

/** Returns whether a text contains the searched text; the same function as in `domain/text`, from which this folder must not import. */
export const foundIn = (text: string, wanted: string): boolean => folded(text).includes(folded(wanted.trim()));

/** Returns whether a text begins with a typed letter, ignoring case and accents. */
export const beginsWith = (text: string, letter: string): boolean => folded(text).startsWith(folded(letter));

/** Returns whether two texts look the same, ignoring case. */
export const isSameText = (one: string, other: string): boolean =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
