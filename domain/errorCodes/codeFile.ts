/** Reads a file of error codes, CSV or JSON, and reports its problems by line. */

import { isSameName } from '../text/fieldText.ts';
import { csvRecords } from '../text/csvRecords.ts';
import { DEVELOPMENT } from './errorCodeTexts.ts';
import { languageName } from '../text/languageName.ts';
import { jsonCodes, type CodeFile } from './codeJson.ts';

/** Maximum size of a file of error codes, in bytes. */
export const MAX_CODE_FILE_BYTES = 16_000_000;
/** Maximum number of codes in a file. */
export const MAX_FILE_CODES = 20_000;

/** Problems of a whole file. */
export const codeFileProblems = {
  tooLarge: 'A file of error codes has at most 16 MB.',
  tooMany: `A file has at most ${MAX_FILE_CODES} codes.`,
  utf16: 'The file is UTF-16 ("Unicode text"). Save it as UTF-8: in Excel "CSV UTF-8".',
  spreadsheet: 'The file is a spreadsheet or an archive. Save it as CSV, in UTF-8.',
  notUtf8: 'The file is not UTF-8. Save it as UTF-8: in Excel "CSV UTF-8".',
  empty: 'The file is empty.',
  noColumns: 'The first line must name the columns: "Code", "Development" and languages, for example Code;Development;en;nl.',
} as const;

const EMPTY = { languages: [], codes: [] };
const refused = (problem: string, line = 1): CodeFile => ({ ...EMPTY, problems: [{ line, problem }] });

/** Returns why a file is not UTF-8 text; undefined if it is. `text` is null if the bytes could not be decoded. Source: CODES2. */
export function encodingProblem(bytes: Uint8Array, text: string | null): string | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return codeFileProblems.utf16;
  if (first === 0x50 && second === 0x4b) return codeFileProblems.spreadsheet;
  if (text === null) return codeFileProblems.notUtf8;
  // UTF-16 without a byte order mark: every other byte of Latin text is zero.
  return text.slice(0, 100).includes('\0') ? codeFileProblems.utf16 : undefined;
}

// The apostrophes that a saved table puts before text that a spreadsheet would execute.
const FORMULA = /^'(?='*(?:[=+@\t\r\n]|-[^]))/;
const LATER_FORMULA = /(?<=[^][;\t])'(?='*[=+@-])/g;
const cellText = (cell: string): string => cell.replace(FORMULA, '').replaceAll(LATER_FORMULA, '').replaceAll(/\r\n?/g, '\n').trim();

const CODE_COLUMNS = ['code', 'error_code', 'error code'];

/** Returns the language of a column: `development`, or a language by its tag or name, otherwise the unchanged heading. */
function languageOf(head: string, known: readonly string[]): string {
  return known.find((name) => isSameName(name, head) || isSameName(languageName(name), head)) ?? head;
}

function csvCodes(text: string, known: readonly string[]): CodeFile {
  const { records, openQuote } = csvRecords(text);
  if (openQuote !== null) return refused('The quotation mark that begins here has no end.', openQuote);
  const [head, ...rest] = records;
  if (head === undefined) return refused(codeFileProblems.empty);
  const names = head.cells.map((cell) => cell.trim());
  const codeAt = names.findIndex((name) => CODE_COLUMNS.some((column) => isSameName(column, name)));
  if (codeAt === -1) return refused(codeFileProblems.noColumns, head.line);
  const columns = names.flatMap((name, at) => (at === codeAt || name === '' ? [] : [{ at, name: languageOf(name, known) }]));
  const twice = columns.find(({ name }, at) => columns.findIndex((other) => other.name === name) !== at);
  if (twice !== undefined) return refused(`The column ${twice.name} stands twice.`, head.line);
  const unnamed = (cells: readonly string[]) => cells.some((cell, at) => (names[at] ?? '') === '' && cell.trim() !== '');
  return {
    languages: columns.map(({ name }) => ({ line: head.line, name })),
    codes: rest.map(({ line, cells }) => ({
      line,
      code: cellText(cells[codeAt] ?? ''),
      texts: Object.fromEntries(columns.map(({ at, name }) => [name, cellText(cells[at] ?? '')])),
    })),
    problems: rest.flatMap(({ line, cells }) =>
      unnamed(cells) ? [{ line, problem: 'There are more cells than columns with a name.' }] : [],
    ),
  };
}

/**
 * Reads a file of error codes: CSV whose first line names the columns in any order, or JSON in the format of `GET xenion/error_codes/all`. `known`
 * are languages that a column may name by their name ("Dutch (nl)"). Source: CODES2.
 */
export function readCodeFile(written: string, known: readonly string[]): CodeFile {
  const text = written.replace(/^\uFEFF/, '');
  if (text.trim() === '') return refused(codeFileProblems.empty);
  const file = /^\s*[{[]/.test(text) ? jsonCodes(text) : csvCodes(text, [DEVELOPMENT, ...known]);
  return file.codes.length > MAX_FILE_CODES ? refused(codeFileProblems.tooMany) : file;
}
