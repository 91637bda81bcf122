/** The rows of a table as text for copying (separated by tabs) and saving (CSV), without formulas. */

import type { Column } from '../column.ts';
import type { CsvFormat } from './csvFormat.ts';

type Value = string | number | null | undefined;

// Spreadsheets execute a text with such a prefix as a formula. A single dash represents a missing value. Texts that already begin with an apostrophe get
// another one, so a reader of the file can always remove one.
const FORMULA = /^'*(?:[=+@\t\r\n]|-[^])/;
// If the list separator is a semicolon, as in Belgium, a cell may begin in the middle of one of our cells.
const LATER_FORMULA = /(?<=[^])[;\t](?='*[=+@-])/g;
/** Excel reads a file as UTF-8 only after this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

const isNumber = (value: Value): value is number => typeof value === 'number' && Number.isFinite(value);

/** Number of decimals with which the tables show numbers. */
const SHOWN_DECIMALS = 2;

/** Returns the value as text: '' for a missing one, numbers rounded as shown, and texts that a spreadsheet would execute with a leading apostrophe. */
function cellText(value: Value, decimal: string): string {
  if (isNumber(value)) return String(Number(value.toFixed(SHOWN_DECIMALS))).replace('.', decimal);
  if (typeof value !== 'string') return '';
  const tame = value.replaceAll(LATER_FORMULA, "$&'");
  return FORMULA.test(tame) ? `'${tame}` : tame;
}

// Returns a cell quoted as in RFC 4180: a cell with a separator is quoted, and its quotes are doubled. A number with a decimal comma needs no quotes if the
// cells are separated by semicolons.
const quoted = (text: string, separator: string): string =>
  (separator === ',' || !/^-?\d+,\d+$/.test(text)) && /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Returns whether a column has a value to copy and save. */
export const isExported = <Row>({ value, exportValue }: Column<Row>): boolean => value !== undefined || exportValue !== undefined;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

function lines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  decimal: string,
  cell: (text: string) => string,
): readonly (readonly string[])[] {
  const shown = columns.filter(isExported);
  const heads = shown.map(({ head, label, id }) => cell(cellText(head || label || id, decimal)));
  return [heads, ...rows.map((row) => shown.map(({ value, exportValue: taken = value }) => cell(cellText(taken?.(row), decimal))))];
}

/** Returns the heads and values of the columns with a value as CSV: quoted as in RFC 4180, in the selected format, in UTF-8 with a byte order mark. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], { separator, decimal }: CsvFormat): string =>
  BYTE_ORDER_MARK +
  lines(columns, rows, decimal, (text) => quoted(text, separator))
    .map((line) => `${line.join(separator)}\r\n`)
    .join('');

/** Returns the same rows as tab-separated text for pasting into spreadsheets; each row is one line. */
export const tabbedOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], { decimal }: CsvFormat): string =>
  lines(columns, rows, decimal, oneLine)
    .map((line) => line.join('\t'))
    .join('\n');
