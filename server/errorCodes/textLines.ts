/** Returns the width of a text, in points. */
export type WidthOf = (text: string) => number;

// Control characters have no glyph, and bidirectional marks would show another text than the stored one.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** Returns the longest prefix of a word that fits; at least one character, so that every line makes progress. */
function fittingPart(word: string, width: number, widthOf: WidthOf): string {
  const characters = Array.from(word);
  let [fits, tooLong] = [1, characters.length];
  while (fits + 1 < tooLong) {
    const half = Math.floor((fits + tooLong) / 2);
    if (widthOf(characters.slice(0, half).join('')) <= width) fits = half;
    else tooLong = half;
  }
  return characters.slice(0, fits).join('');
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
    while (widthOf(line) > width && Array.from(line).length > 1) {
      const part = fittingPart(line, width, widthOf);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return [...lines, line];
}

/** Wraps a text into lines of at most `width` points: words stay whole where they fit, line breaks are kept, unprintable characters are dropped. */
export function textLines(text: string, width: number, widthOf: WidthOf): readonly string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((paragraph) => paragraph.replaceAll('\t', ' ').replaceAll(UNPRINTABLE, '').trim())
    .flatMap((paragraph) => linesOfParagraph(paragraph, width, widthOf));
}
