/** The table of texts of a block: numbers texts, and returns the text of a number. */

import { DamagedRecording } from './bytes.ts';

/** A table that numbers texts in order of appearance. */
export interface TextTable {
  readonly numberOf: (text: string) => number;
  readonly texts: readonly string[];
}

/** Creates an empty table. */
export function textTable(): TextTable {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  return {
    texts,
    numberOf: (text) => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      texts.push(text);
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
  };
}

/** Returns the text with a number. Throws for a number that is not in the table. */
export function textAt(texts: readonly string[], number: number): string {
  const text = texts[number];
  if (text === undefined) throw new DamagedRecording('The recording names a text that it does not hold.');
  return text;
}
