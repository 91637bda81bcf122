/** What a cell holds: a text, a number, an instant, or nothing. A text is never anything else, whatever it begins with. */
export type Cell = string | number | Date | null;

/** The looks of cells by their place in `styles.xml`. */
const LOOK = { text: 1, instant: 2, head: 3 } as const;
/** In UTF-16 units: Excel takes no longer text in a cell. */
const LONGEST_TEXT = 32_767;
const DAY_MS = 86_400_000;
/** 1 January 1970 as a spreadsheet counts days. */
const EPOCH_DAY = 25_569;
const LETTERS = 26;
const FIRST_LETTER = 65;

// XML has no place for control characters and halves of pairs, however they are written.
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu;
// `_x0041_` in a cell is read as the letter A.
const ESCAPE_LIKE = /_(?=x[0-9a-f]{4}_)/gi;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** A text as it stands in XML, without what XML cannot hold. */
const escaped = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT)
    .replaceAll(UNWRITABLE, '')
    .replaceAll(ESCAPE_LIKE, '_x005F_')
    .replaceAll(/[&<>"\r]/g, (mark) => ENTITIES[mark] ?? mark);

// Written in the cell itself and not as a formula: no program evaluates it, also when it begins with `=`.
const textXml = (address: string, text: string, look: number) =>
  `<c r="${address}" t="inlineStr" s="${look}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

function cellXml(address: string, cell: Cell): string {
  if (typeof cell === 'string') return textXml(address, cell, LOOK.text);
  if (cell instanceof Date) return `<c r="${address}" s="${LOOK.instant}"><v>${cell.getTime() / DAY_MS + EPOCH_DAY}</v></c>`;
  return cell !== null && Number.isFinite(cell) ? `<c r="${address}"><v>${cell}</v></c>` : `<c r="${address}"/>`;
}

/** The letters of a column, from 0: A to Z, then AA. */
const columnLetters = (at: number): string =>
  (at < LETTERS ? '' : columnLetters(Math.floor(at / LETTERS) - 1)) + String.fromCodePoint(FIRST_LETTER + (at % LETTERS));

// The standard lets a cell go without its address; readers other than Excel need it.
const rowXml = <T>(row: number, cells: readonly T[], xmlOf: (address: string, cell: T) => string) =>
  `<row r="${row}">${cells.map((cell, at) => xmlOf(`${columnLetters(at)}${row}`, cell)).join('')}</row>`;
/** A line of a sheet; the row of the heads is 1. */
export const lineXml = (row: number, cells: readonly Cell[]): string => rowXml(row, cells, cellXml);
/** A column: what stands above it, and how wide it is in digits. */
export interface SheetColumn {
  readonly head: string;
  readonly width: number;
}

/** A sheet up to its first line: the heads stay in sight and offer filters. */
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
/** The rest of it. */
export const SHEET_END = '</sheetData></worksheet>';
