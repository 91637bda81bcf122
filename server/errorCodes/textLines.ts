import { isReadRightToLeft, writtenCharacters } from './printedRuns.ts';

/** Function that returns the width of a text in points. */
export type WidthOf = (text: string) => number;

/** A line of a text; `isRightToLeft` is the direction of its paragraph. */
export interface TextLine {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Splits a text without spaces where it may be broken: between the words of Thai or Chinese, never before closing punctuation. */
function wordParts(word: string): readonly string[] {
  const parts: string[] = [];
  for (const { segment, isWordLike } of words.segment(word)) {
    if (isWordLike !== true && parts.length > 0) parts[parts.length - 1] += segment;
    else parts.push(segment);
  }
  return parts;
}

/** Returns how many of the parts fit next to each other, possibly none. */
function fittingCount(parts: readonly string[], width: number, widthOf: WidthOf): number {
  let [fits, tooMany] = [0, parts.length + 1];
  while (fits + 1 < tooMany) {
    const half = Math.floor((fits + tooMany) / 2);
    if (widthOf(parts.slice(0, half).join('')) <= width) fits = half;
    else tooMany = half;
  }
  return fits;
}

/** Returns the longest prefix of a word that fits; at least one character, so that every line makes progress. */
function fittingPart(word: string, width: number, widthOf: WidthOf): string {
  const parts = wordParts(word);
  const whole = fittingCount(parts, width, widthOf);
  if (whole > 0) return parts.slice(0, whole).join('');
  const characters = writtenCharacters(word);
  return characters.slice(0, Math.max(1, fittingCount(characters, width, widthOf))).join('');
}

function linesOfParagraph(paragraph: string, width: number, widthOf: WidthOf): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (widthOf(line) > width) {
      const part = fittingPart(line, width, widthOf);
      if (part.length === line.length) break;
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return [...lines, line];
}

/**
 * Wraps a text of the PDF into lines of at most `width` points: words are not split if they fit, line breaks are kept. Each paragraph has its own direction.
 */
export function textLines(text: string, width: number, widthOf: WidthOf): readonly TextLine[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((paragraph) => paragraph.replaceAll('\t', ' ').trim())
    .flatMap((paragraph) => {
      const isRightToLeft = isReadRightToLeft(paragraph);
      return linesOfParagraph(paragraph, width, widthOf).map((line) => ({ text: line, isRightToLeft }));
    });
}
