import { hostileTexts } from './hostile.ts';

/** How a response is generated: which of the documented variants it is. */
export interface Style {
  readonly name: string;
  /** Content of optional fields. */
  readonly optional: 'missing' | 'null' | 'given';
  /** Number of items of an outer list or dictionary; inner ones have at most three. */
  readonly items: number;
  readonly text: 'empty' | 'long' | 'hostile';
  /** Whether an unreadable item is added to each list and dictionary. */
  readonly isSpoiled: boolean;
  /** Documented words, by field; other texts follow `text`. */
  readonly words: Readonly<Record<string, string>>;
}

/** Position of a value. `index` is the number of its item, counted through all enclosing lists; `depth` is the number of those lists. */
export interface Place {
  readonly field: string;
  readonly index: number;
  readonly depth: number;
  readonly isInUnion: boolean;
}

/** The id of the first record of every kind, so that the responses of a screen refer to each other. */
export const FIRST_ID = 'A0';

/** An id and a text as long as people write them, each with a word that has no place where it may break. */
const LONG_ID = 'organisation-of-the-far-greenhouse-0140';
const LONG_TEXT = 'Lumion Kasplantenbelichtingswagenaansluitingsvoorschriften of the far greenhouse, with a second line of text behind it';

const ID = /(^|_)(id|ids|serial|serials|names|versions|version|owned_by|authentication_group)$/;

/** Returns the number of items of a list at a place. */
export const sizeOf = ({ items }: Style, { depth }: Place): number => (depth === 0 ? items : Math.min(items, 3));

// Returns a number that differs between fields of one record and between records.
const turn = ({ field, index }: Place): number => field.split('').reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), index);

/** Returns one of several values, varied by field and item. */
export const turned = <Value>(values: readonly Value[], place: Place): Value | undefined => values[turn(place) % values.length];

/** Returns candidate texts for a place, best first; the schema may reject some. */
export function textsAt(style: Style, place: Place): readonly string[] {
  const word = style.words[place.field];
  const id = ID.test(place.field) || style.text === 'empty' ? `A${place.index}` : '';
  if (word !== undefined) return [word, id];
  if (style.text === 'long')
    return ID.test(place.field) ? [`${LONG_ID}-${place.index}`, `A${place.index}`] : [`${LONG_TEXT} ${place.index}`, `A${place.index}`];
  // After all texts were used once, a number is added: the names in a list differ.
  const hostile = `${turned(hostileTexts, place) ?? ''}${place.index < hostileTexts.length ? '' : ` ${place.index}`}`;
  if (!ID.test(place.field)) return [style.text === 'hostile' ? hostile : '', id];
  return [place.index === 0 || style.text === 'empty' ? id : `${hostile} ${place.index}`, id];
}

/** Returns the key of a dictionary entry. */
export const entryNameAt = ({ text }: Style, index: number): string =>
  text === 'empty' || index < 2 ? `A${index}` : `${hostileTexts[index % hostileTexts.length] ?? ''} ${index}`;
