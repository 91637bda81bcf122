import type { Column } from '../column.ts';

type Value = string | number | null | undefined;

// Spreadsheets execute a text with such a prefix as a formula. A dash alone is the sign for a missing value.
const FORMULA = /^(?:[=+@\t\r\n]|-[^])/;
// Where the list separator is a semicolon, as in Belgium, a cell may begin in the middle of ours.
const LATER_FORMULA = /(?<=[^])[;\t](?=[=+@-])/g;
/** Excel reads UTF-8 only after this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

const isNumber = (value: Value): value is number => typeof value === 'number' && Number.isFinite(value);

/** Returns the raw value as text: '' for a missing one, with an apostrophe before what a spreadsheet would execute. */
function cellText(value: Value): string {
  if (isNumber(value)) return String(value);
  if (typeof value !== 'string') return '';
  const tame = value.replaceAll(LATER_FORMULA, "$&'");
  return FORMULA.test(tame) ? `'${tame}` : tame;
}

// RFC 4180: a cell with a separator is quoted, and its quotes are doubled.
const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

function lines<Row>(columns: readonly Column<Row>[], rows: readonly Row[], cell: (text: string) => string): readonly (readonly string[])[] {
  const shown = columns.filter(({ value }) => value !== undefined);
  const heads = shown.map(({ head, label, id }) => cell(cellText(head || label || id)));
  return [heads, ...rows.map((row) => shown.map(({ value, exportValue: taken = value }) => cell(cellText(taken?.(row)))))];
}

/** Returns the heads and raw values of the columns that have a `value`, as RFC 4180 CSV in UTF-8 with a byte order mark. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  BYTE_ORDER_MARK +
  lines(columns, rows, quoted)
    .map((line) => `${line.join(',')}\r\n`)
    .join('');

/** Returns the same separated by tabs, for pasting into spreadsheets: each row is one line. */
export const tabbedOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  lines(columns, rows, oneLine)
    .map((line) => line.join('\t'))
    .join('\n');
