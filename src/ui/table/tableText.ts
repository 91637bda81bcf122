import type { Column } from '../column.ts';

type Value = string | number | null | undefined;

// A spreadsheet takes a text that begins so for a formula, and runs it. A dash alone stands for nothing.
const FORMULA = /^(?:[=+@\t\r\n]|-[^])/;
// Where the list separator is a semicolon, as in Belgium, a cell may begin in the middle of ours.
const LATER_FORMULA = /(?<=[^])[;\t](?=[=+@-])/g;
/** Excel reads accents only after this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

const isNumber = (value: Value): value is number => typeof value === 'number' && Number.isFinite(value);

/** The raw value as text; nothing for what is missing, an apostrophe before what a spreadsheet would run. */
function cellText(value: Value): string {
  if (isNumber(value)) return String(value);
  if (typeof value !== 'string') return '';
  const tame = value.replaceAll(LATER_FORMULA, "$&'");
  return FORMULA.test(tame) ? `'${tame}` : tame;
}

// RFC 4180: what holds a separator stands in quotes, and its own quotes are doubled.
const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

function lines<Row>(columns: readonly Column<Row>[], rows: readonly Row[], cell: (text: string) => string): readonly (readonly string[])[] {
  const shown = columns.filter(({ value }) => value !== undefined);
  const heads = shown.map(({ head, label, id }) => cell(cellText(head || label || id)));
  return [heads, ...rows.map((row) => shown.map(({ value, taken = value }) => cell(cellText(taken?.(row)))))];
}

/** Heads and raw values of the columns that have one, as RFC 4180 CSV in UTF-8. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  BYTE_ORDER_MARK +
  lines(columns, rows, quoted)
    .map((line) => `${line.join(',')}\r\n`)
    .join('');

/** The same with tabs between, as spreadsheets paste it: each row is one line. */
export const tabbedOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  lines(columns, rows, oneLine)
    .map((line) => line.join('\t'))
    .join('\n');
