import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Pdf from 'pdfkit';
import { BELGIAN_ZONE, dateTextsIn } from '#domain/text/dates';
import { codeText } from '#domain/errorCodes/errorCode';
import { languageName } from '#domain/people/languageName';
import type { CatalogueEntry } from './errorCodeStore.ts';
import { textLines } from './textLines.ts';

/** Options of a printed catalogue. `at` is its date, ms since epoch. */
interface Print {
  readonly language: string;
  readonly product: string;
  readonly at: number;
}

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
/** DejaVu has the glyphs of every European language; the fonts are embedded, so that a page looks the same everywhere. */
const FONTS = { text: fontFile('DejaVuSans'), bold: fontFile('DejaVuSans-Bold'), code: fontFile('DejaVuSansMono') } as const;

/** A4 in points, with 17 mm margins. */
const PAGE = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 48, bottom: 780, foot: 796 } as const;
const TEXT_LEFT = 140;
const TEXT_WIDTH = PAGE.right - TEXT_LEFT;
const SIZE = 9.5;
const LINE_HEIGHT = 13.5;
const ROW_PADDING = 5;
const INK = '#18201b';
const MUTED = '#48534c';
const RULE = '#c8cfc6';

const { longDate: dayOf } = dateTextsIn(BELGIAN_ZONE);

const rule = (document: PDFKit.PDFDocument, y: number, colour: string) =>
  document.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.5).strokeColor(colour).stroke();

// Writes a line at a fixed place: pdfkit's own flow would start a page in the middle of a row, without its heading.
function write(
  document: PDFKit.PDFDocument,
  text: string,
  place: { x: number; y: number; font: keyof typeof FONTS; size?: number; colour?: string },
) {
  const { x, y, font, size = SIZE, colour = INK } = place;
  document.font(font).fontSize(size).fillColor(colour).text(text, x, y, { lineBreak: false });
}

function heading(document: PDFKit.PDFDocument, y: number): number {
  write(document, 'Code', { x: PAGE.left, y, font: 'bold' });
  write(document, 'Text', { x: TEXT_LEFT, y, font: 'bold' });
  rule(document, y + LINE_HEIGHT + 3, INK);
  return y + LINE_HEIGHT + 3 + ROW_PADDING;
}

function title(document: PDFKit.PDFDocument, { language, product, at }: Print, count: number): number {
  write(document, 'Error Codes', { x: PAGE.left, y: PAGE.top, font: 'bold', size: 20 });
  const codes = count === 1 ? '1 code' : `${count} codes`;
  const about = textLines(
    `${product} · ${languageName(language)} · ${codes} · ${dayOf(at)}`,
    PAGE.right - PAGE.left,
    widthIn(document, 'text'),
  );
  about.forEach((line, index) =>
    write(document, line, { x: PAGE.left, y: PAGE.top + 30 + index * LINE_HEIGHT, font: 'text', colour: MUTED }),
  );
  return heading(document, PAGE.top + 44 + about.length * LINE_HEIGHT);
}

function widthIn(document: PDFKit.PDFDocument, font: keyof typeof FONTS) {
  return (text: string) => document.font(font).fontSize(SIZE).widthOfString(text);
}

function newPage(document: PDFKit.PDFDocument): number {
  document.addPage();
  return heading(document, PAGE.top);
}

/** Writes one row and returns the y of the next one; a row that does not fit continues on the next page, below its heading. */
function row(document: PDFKit.PDFDocument, from: number, code: string, lines: readonly string[]): number {
  const height = lines.length * LINE_HEIGHT + 2 * ROW_PADDING;
  const isHigherThanAPage = height > PAGE.bottom - PAGE.top - 2 * LINE_HEIGHT;
  let y = from + height > PAGE.bottom && !isHigherThanAPage ? newPage(document) : from;
  write(document, code, { x: PAGE.left, y, font: 'code' });
  for (const line of lines) {
    if (y + LINE_HEIGHT > PAGE.bottom) {
      y = newPage(document);
      write(document, code, { x: PAGE.left, y, font: 'code', colour: MUTED });
    }
    if (line !== '') write(document, line, { x: TEXT_LEFT, y, font: 'text' });
    y += LINE_HEIGHT;
  }
  rule(document, y + ROW_PADDING / 2, RULE);
  return y + 2 * ROW_PADDING;
}

function numberPages(document: PDFKit.PDFDocument): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    const text = `Page ${page + 1} of ${count}`;
    write(document, text, { x: PAGE.right - widthIn(document, 'text')(text), y: PAGE.foot, font: 'text', colour: MUTED });
  }
}

function gathered(document: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
}

/** Returns the catalogue in one language as a PDF: one row per code, `-` where it has no text; headings on every page, pages numbered. */
export async function catalogueDocument(entries: readonly CatalogueEntry[], print: Print): Promise<Buffer> {
  const document = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: print.language,
    info: { Title: `Error Codes (${print.language})`, Creator: print.product, CreationDate: new Date(print.at) },
  });
  const body = gathered(document);
  for (const [name, file] of Object.entries(FONTS)) document.registerFont(name, file);
  let y = title(document, print, entries.length);
  for (const [index, { code, description }] of entries.entries()) {
    y = row(document, y, codeText(code), textLines(description[print.language] ?? '-', TEXT_WIDTH, widthIn(document, 'text')));
    // Thousands of rows take seconds; this lets the server handle other requests in between.
    if (index % 20 === 19) await nextTurn();
  }
  numberPages(document);
  document.end();
  return body;
}
