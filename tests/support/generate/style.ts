import { hostileTexts } from './hostile.ts';

/** How an answer is generated: which of the answers that the documents allow it is. */
export interface Style {
  readonly name: string;
  /** What stands in a field that may be missing. */
  readonly optional: 'missing' | 'null' | 'given';
  /** Items of an outer list or dictionary; inner ones have at most three. */
  readonly items: number;
  readonly text: 'empty' | 'hostile';
  /** An item that cannot be read is put into each list and dictionary. */
  readonly isSpoiled: boolean;
  /** Words that the documents name, by field; without one a text is as `text` says. */
  readonly words: Readonly<Record<string, string>>;
}

/** Where a value stands. `index` is the number of its item, counted through all lists around it; `depth` is how many those are. */
export interface Place {
  readonly field: string;
  readonly index: number;
  readonly depth: number;
  readonly isInUnion: boolean;
}

/** The id of the first record of every kind, so that the answers of a screen belong together. */
export const FIRST_ID = 'A0';

const ID = /(^|_)(id|ids|serial|serials|names|versions|version|owned_by|authentication_group)$/;

/** How many items a list at a place has. */
export const sizeOf = ({ items }: Style, { depth }: Place): number => (depth === 0 ? items : Math.min(items, 3));

// Two fields of one record differ, and the same field of two records.
const turn = ({ field, index }: Place): number => field.split('').reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), index);

/** One of several values for a place: another one per field and item. */
export const turned = <Value>(values: readonly Value[], place: Place): Value | undefined => values[turn(place) % values.length];

/** The text that a style wants at a place, the best first; the schema may refuse some. */
export function textsAt(style: Style, place: Place): readonly string[] {
  const word = style.words[place.field];
  const id = ID.test(place.field) || style.text === 'empty' ? `A${place.index}` : '';
  if (word !== undefined) return [word, id];
  // Past the first round a text is distinguished by its number: the names of a list differ.
  const hostile = `${turned(hostileTexts, place) ?? ''}${place.index < hostileTexts.length ? '' : ` ${place.index}`}`;
  if (!ID.test(place.field)) return [style.text === 'hostile' ? hostile : '', id];
  return [place.index === 0 || style.text === 'empty' ? id : `${hostile} ${place.index}`, id];
}

/** The name of an entry of a dictionary. */
export const entryNameAt = ({ text }: Style, index: number): string =>
  text === 'empty' || index < 2 ? `A${index}` : `${hostileTexts[index % hostileTexts.length] ?? ''} ${index}`;
