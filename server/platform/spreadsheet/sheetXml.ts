/** The XML of a sheet: cells (text, number, instant), rows, columns and header. */

import { DAY_MS } from '#domain/text/timeUnits';

/** Value of a cell: text, number, instant or empty. Text is never interpreted as a formula or number. */
export type Cell = string | number | Date | null;

/** The index of each cell style in `styles.xml`. */
const LOOK = { text: 1, instant: 2, head: 3 } as const;
/** Maximum text length of a cell in Excel, in UTF-16 units. */
const LONGEST_TEXT = 32_767;
/** 1 January 1970 as a spreadsheet day number. */
const EPOCH_DAY = 25_569;
const LETTERS = 26;
const FIRST_LETTER = 65;

// XML 1.0 cannot represent C0 control characters (except tab, line feed and carriage return), unpaired surrogates, U+FFFE and U+FFFF, not even escaped. DEL and C1
// control characters are removed too.
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu;
// Excel decodes `_x0041_` in a cell as the letter A.
const ESCAPE_LIKE = /_(?=x[0-9a-f]{4}_)/gi;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Escapes a text for XML and removes characters that XML cannot represent. */
const escaped = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT)
    .replaceAll(UNWRITABLE, '')
    .replaceAll(ESCAPE_LIKE, '_x005F_')
    .replaceAll(/[&<>"\r]/g, (mark) => ENTITIES[mark] ?? mark);

// An inline string is never evaluated as a formula, even when it begins with `=`.
const textXml = (address: string, text: string, look: number) =>
  `<c r="${address}" t="inlineStr" s="${look}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

function cellXml(address: string, cell: Cell): string {
  if (typeof cell === 'string') return textXml(address, cell, LOOK.text);
  if (cell instanceof Date) return `<c r="${address}" s="${LOOK.instant}"><v>${cell.getTime() / DAY_MS + EPOCH_DAY}</v></c>`;
  return cell !== null && Number.isFinite(cell) ? `<c r="${address}"><v>${cell}</v></c>` : `<c r="${address}"/>`;
}

/** Returns the letters of a zero-based column: A to Z, then AA. */
const columnLetters = (at: number): string =>
  (at < LETTERS ? '' : columnLetters(Math.floor(at / LETTERS) - 1)) + String.fromCodePoint(FIRST_LETTER + (at % LETTERS));

// Cell addresses are optional in the standard, but readers other than Excel need them.
const rowXml = <T>(row: number, cells: readonly T[], xmlOf: (address: string, cell: T) => string) =>
  `<row r="${row}">${cells.map((cell, at) => xmlOf(`${columnLetters(at)}${row}`, cell)).join('')}</row>`;
/** Returns the XML of a data row; row 1 is the header. */
export const lineXml = (row: number, cells: readonly Cell[]): string => rowXml(row, cells, cellXml);
/** A column: header text and width in digits. */
export interface SheetColumn {
  readonly head: string;
  readonly width: number;
}

/** Returns the XML of a sheet up to its first data row, with a frozen header row. */
export function sheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('');
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths}</cols><sheetData>`,
    rowXml(1, columns, (address, { head }) => textXml(address, head, LOOK.head)),
  ].join('');
}
/** The XML after the last row. */
export const SHEET_END = '</sheetData></worksheet>';
