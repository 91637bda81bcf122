/** Parses a CSV file as people write it into records with line numbers. */

/** A record of a CSV file: its cells, and the line on which it begins, counted from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A CSV file as records, without empty ones; `openQuote` is the line of an unclosed quotation mark, null if there is none. */
interface CsvFile {
  readonly records: readonly CsvRecord[];
  readonly openQuote: number | null;
}

const SEPARATORS = [';', ',', '\t'] as const;
/** The first line, in which spreadsheets may declare the separator. */
const NAMED = /^sep=([;,\t])(?:\r\n|\n|\r)/;
// The pattern repeats once per escaped quotation mark instead of once per character: otherwise a long cell would overflow the matcher's stack.
const QUOTED = /"([^"]*(?:""[^"]*)*)("?)/y;
const PLAIN = { ';': /[^;\r\n]*/y, ',': /[^,\r\n]*/y, '\t': /[^\t\r\n]*/y } as const;
const LINE_END = /\r\n|\n|\r/g;

type Separator = (typeof SEPARATORS)[number];

/** Returns the separator that occurs most often outside quotation marks in the first line; the semicolon when none occurs. */
function separatorIn(text: string): Separator {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const outside = first.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => outside.split(separator).length;
  return SEPARATORS.reduce((most, separator) => (count(separator) > count(most) ? separator : most));
}

/** Returns the match of a sticky pattern at an index. */
function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/**
 * Parses a CSV file according to RFC 4180 and as spreadsheets and people write it: separated by semicolons, commas or tabs, each line ended by CR, LF or both.
 * A quotation mark inside an unquoted cell is an ordinary character. Source: CODES2.
 */
export function csvRecords(written: string): CsvFile {
  const named = NAMED.exec(written);
  const text = written.slice(named?.[0].length ?? 0);
  const separator = SEPARATORS.find((one) => one === named?.[1]) ?? separatorIn(text);
  const records: CsvRecord[] = [];
  let openQuote: number | null = null;
  let line = named === null ? 1 : 2;
  let begun = line;
  let cells: string[] = [];
  for (let index = 0; index < text.length || cells.length > 0;) {
    const quoted = matchAt(QUOTED, text, index);
    if (quoted?.[2] === '') openQuote ??= line;
    line += quoted?.[0].match(LINE_END)?.length ?? 0;
    index += quoted?.[0].length ?? 0;
    const plain = matchAt(PLAIN[separator], text, index)?.[0] ?? '';
    index += plain.length;
    cells.push(`${quoted?.[1]?.replaceAll('""', '"') ?? ''}${plain}`);
    if (text[index] === separator) {
      index += 1;
      continue;
    }
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line: begun, cells });
    cells = [];
    index += matchAt(/\r\n|\n|\r/y, text, index)?.[0].length ?? 1;
    line += 1;
    begun = line;
  }
  return { records, openQuote };
}
