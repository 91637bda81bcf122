// Accents of Latin, Greek and Cyrillic letters; vowel signs of other scripts are letters and stay.
const ACCENTS = /[\u0300-\u036F]/g;

const folded = (text: string): string => text.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFKC').toLowerCase();

/** Checks whether a text contains what is searched for; the same as in `domain/text`, from which this folder imports nothing. */
export const foundIn = (text: string, wanted: string): boolean => folded(text).includes(folded(wanted.trim()));

/** Checks whether a text begins with a typed letter, whatever its case and accent. */
export const beginsWith = (text: string, letter: string): boolean => folded(text).startsWith(folded(letter));

/** Compares two texts by what is seen, ignoring case. */
export const isSameText = (one: string, other: string): boolean =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
