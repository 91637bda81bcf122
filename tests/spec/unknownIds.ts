const ROW = /\b([A-Z]{3,5})-(\d{2,3})\b/g;
const OWN = /\b([A-Z]{2,})(\d{1,3}(?:(?:\.\.|, )\d{1,3})*)\b/g;
const TITLE = /(['"`])(\[[^'"`\n]*\])/g;
const SHAPE = /^(?:[A-Z]{3,5}-\d{2,3}|[A-Z]{2,}\d{1,3})$/;

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[0]);

/** `3..5` is 3, 4, 5. */
function counted(part: string): readonly number[] {
  const [from = 0, to = from] = part.split('..').map(Number);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Own ids, also written short: `POLL2`, `POLL2, 4`, `POLL5..7`. */
const ownIds = (page: string) =>
  [...page.matchAll(OWN)].flatMap(([, word = '', parts = '']) =>
    parts
      .split(', ')
      .flatMap(counted)
      .map((count) => `${word}${count}`),
  );

/** The ids that the given pages define: row ids and own ids, anywhere in their text. */
export function idsOf(pages: readonly string[]): ReadonlySet<string> {
  return new Set(pages.flatMap((page) => [...found(page, ROW), ...ownIds(page)]));
}

/**
 * The ids a test file names that nobody defined: every id in brackets at the start of a text, and, since titles are also built from
 * tables, every id anywhere in the file whose area (`RULE`, `DEV`) is a known one.
 */
export function unknownIds(testFile: string, known: ReadonlySet<string>): readonly string[] {
  const areas = new Set([...known].filter((id) => id.includes('-')).map((id) => id.split('-')[0]));
  const inTitles = [...testFile.matchAll(TITLE)].flatMap((match) => (match[2] ?? '').split(/[\][\s,]+/)).filter((word) => SHAPE.test(word));
  const anywhere = found(testFile, ROW).filter((id) => areas.has(id.split('-')[0]));
  return [...new Set([...inTitles, ...anywhere])].filter((id) => !known.has(id));
}
