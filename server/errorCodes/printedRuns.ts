import bidiFactory from 'bidi-js';

/** A part of a line that is written in one go; the parts are in visual order, from left to right. */
export interface PrintedRun {
  /** The text in reading order, with brackets mirrored if it is read from right to left. */
  readonly text: string;
  readonly font: string;
  readonly isRightToLeft: boolean;
}

/** Function that finds the font of a written character, given the font of the previous one; null if none contains it. */
export type FindFont = (written: string, before: string | null) => string | null;

type Piece = PrintedRun & { readonly level: number };

const bidi = bidiFactory();
const written = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200F\u061C\u2067]/u;
// These characters control the order of their neighbours and are invisible themselves.
const DIRECTION_MARK = /^[\u200E\u200F\u061C\u2066-\u2069]$/;
const CODE_POINT_FONT = 'text';

/** Returns the text that replaces a character that no font contains: `[U+13000]`. */
const asNumber = (character: string) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Returns the characters of a text as people count them. */
export const writtenCharacters = (text: string): readonly string[] => Array.from(written.segment(text), ({ segment }) => segment);

/** Returns whether a paragraph is read from right to left: its first letter with a direction decides. */
export const isReadRightToLeft = (paragraph: string): boolean =>
  RIGHT_TO_LEFT.test(paragraph) && bidi.getEmbeddingLevels(paragraph, 'auto').paragraphs[0]?.level === 1;

/** Returns the code points of a text that no font contains, each once, in order. */
export function unprintableIn(text: string, find: FindFont): readonly string[] {
  const missing = writtenCharacters(text.replaceAll(/[\t\n\r\u2028\u2029]/g, ' ')).flatMap((character) =>
    DIRECTION_MARK.test(character) || find(character, null) !== null
      ? []
      : Array.from(character).filter((part) => !DIRECTION_MARK.test(part) && find(part, null) === null),
  );
  return [...new Set(missing)];
}

/** Splits a character into parts that a font contains; code points that no font contains are replaced by their number. */
function pieceOf(character: string, level: number, before: string | null, find: FindFont): readonly Piece[] {
  const isRightToLeft = level % 2 === 1;
  const font = find(character, before);
  if (font !== null) return [{ text: character, font, isRightToLeft, level }];
  const parts = Array.from(character);
  if (parts.length > 1) return parts.flatMap((part) => pieceOf(part, level, before, find));
  return [{ text: asNumber(character), font: CODE_POINT_FONT, isRightToLeft: false, level: level + (level % 2) }];
}

function piecesOf(line: string, isRightToLeft: boolean, find: FindFont): readonly Piece[] {
  const levels = RIGHT_TO_LEFT.test(line) || isRightToLeft ? bidi.getEmbeddingLevels(line, isRightToLeft ? 'rtl' : 'ltr').levels : null;
  const pieces: Piece[] = [];
  let at = 0;
  for (const character of writtenCharacters(line)) {
    const level = levels?.[at] ?? 0;
    at += character.length;
    if (DIRECTION_MARK.test(character)) continue;
    const mirrored = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character;
    for (const piece of pieceOf(mirrored, level, pieces.at(-1)?.font ?? null, find)) {
      const last = pieces.at(-1);
      if (last?.font === piece.font && last.level === piece.level) pieces[pieces.length - 1] = { ...piece, text: last.text + piece.text };
      else pieces.push(piece);
    }
  }
  return pieces;
}

/** Returns the pieces from left to right: rule L2 of the Unicode bidirectional algorithm. */
function inSight(pieces: readonly Piece[]): readonly Piece[] {
  let seen = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    const next: Piece[] = [];
    let turned: Piece[] = [];
    for (const piece of seen) {
      if (piece.level >= level) turned.unshift(piece);
      else {
        next.push(...turned, piece);
        turned = [];
      }
    }
    seen = [...next, ...turned];
  }
  return seen;
}

/**
 * Splits a line of the PDF into runs of one font and one direction, ordered from left to right. `isRightToLeft` is the direction of its
 * paragraph.
 */
export function printedRuns(line: string, isRightToLeft: boolean, find: FindFont): readonly PrintedRun[] {
  return inSight(piecesOf(line, isRightToLeft, find)).map(({ text, font, isRightToLeft: isBackward }) => ({
    // The shaper reverses letters of a script that is read from right to left; it treats a run of only signs as left to right.
    text: isBackward && !RIGHT_TO_LEFT.test(text) ? writtenCharacters(text).toReversed().join('') : text,
    font,
    isRightToLeft: isBackward,
  }));
}
