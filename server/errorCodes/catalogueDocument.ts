import { setImmediate as nextTurn } from 'node:timers/promises';
import Pdf from 'pdfkit';
import { BELGIAN_ZONE, dateTextsIn } from '#domain/text/dates';
import { codeText } from '#domain/errorCodes/errorCode';
import { languageName } from '#domain/text/languageName';
import type { CatalogueEntry } from './errorCodeStore.ts';
import { fontFinder, HEADING_FONTS, printFonts } from './printFonts.ts';
import { type FindFont, printedRuns, type PrintedRun, unprintableIn } from './printedRuns.ts';
import { type TextLine, textLines } from './textLines.ts';
import { type getErrorCodesExportCheck, MAX_UNPRINTABLE } from '#contract/errorCode';
import type { z } from '#contract/schema';

/** Options of a printed catalogue. `at` is the printed date, in ms since epoch. */
interface Print {
  readonly language: string;
  readonly product: string;
  readonly at: number;
}

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
/** A printable ASCII character, which the fonts of headings and codes have. */
const BASIC = /^[\u0020-\u007E]$/;

const { longDate: dayOf } = dateTextsIn(BELGIAN_ZONE);

const rule = (document: PDFKit.PDFDocument, y: number, colour: string) =>
  document.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.5).strokeColor(colour).stroke();

/** The document with the fonts of its texts. */
interface Sheet {
  readonly document: PDFKit.PDFDocument;
  readonly find: FindFont;
}

type HeadingFont = keyof typeof HEADING_FONTS;

/** Ascent of the text font in em: all fonts of a line share its baseline. */
const ASCENT = 0.928;

/** The font features to use, in pdfkit's format; without features, pdfkit lays out and caches texts word by word. */
type Shaping = { readonly features?: PDFKit.Mixins.OpenTypeFeatures[] | Readonly<Record<string, boolean>> };

/** The cast is needed because pdfkit also accepts features by name, which its types lack. */
const optionsOf = (shaping: Shaping) => shaping as PDFKit.Mixins.TextOptions;

// Layout word by word would put the words of Arabic and Hebrew in the wrong order; for other scripts it is several times faster.
const usualShaping = ({ isRightToLeft }: PrintedRun): Shaping => (isRightToLeft ? { features: [] } : {});
const UNPLACED: Shaping = { features: { abvm: false, blwm: false, mark: false, mkmk: false } };

/** Returns the shaping of a run and its width. The shaper fails at marks for which a font has no anchor; such marks are then placed by default. */
function shaped({ document }: Sheet, run: PrintedRun, size: number): { readonly shaping: Shaping; readonly width: number } {
  document.font(run.font).fontSize(size);
  const widthBy = (shaping: Shaping) => ({ shaping, width: document.widthOfString(run.text, optionsOf(shaping)) });
  try {
    return widthBy(usualShaping(run));
  } catch {
    return widthBy(UNPLACED);
  }
}

const runsOf = ({ find }: Sheet, { text, isRightToLeft }: TextLine, font: HeadingFont | null): readonly PrintedRun[] =>
  printedRuns(text, isRightToLeft, (written, before) => (font !== null && BASIC.test(written) ? font : find(written, before)));

const widthOf = (sheet: Sheet, runs: readonly PrintedRun[], size: number): number =>
  runs.reduce((sum, run) => sum + shaped(sheet, run, size).width, 0);

interface Place {
  /** The x of the left edge; of the right edge for a line that is read from right to left. */
  readonly x: number;
  readonly right?: number;
  readonly y: number;
  readonly font?: HeadingFont;
  readonly size?: number;
  readonly colour?: string;
}

// Writes a line at a fixed position: pdfkit's own flow would start a page in the middle of a row, without the heading.
function write(sheet: Sheet, line: TextLine | string, { x, right = x, y, font, size = SIZE, colour = INK }: Place): void {
  const { document } = sheet;
  const asLine = typeof line === 'string' ? { text: line, isRightToLeft: false } : line;
  const runs = runsOf(sheet, asLine, font ?? null);
  let from = asLine.isRightToLeft ? right - widthOf(sheet, runs, size) : x;
  for (const run of runs) {
    const { shaping, width } = shaped(sheet, run, size);
    const options = { ...optionsOf(shaping), lineBreak: false, baseline: 'alphabetic' } as const;
    document.fillColor(colour).text(run.text, from, y + ASCENT * size, options);
    from += width;
  }
}

function heading(sheet: Sheet, y: number): number {
  write(sheet, 'Code', { x: PAGE.left, y, font: 'bold' });
  write(sheet, 'Text', { x: TEXT_LEFT, y, font: 'bold' });
  rule(sheet.document, y + LINE_HEIGHT + 3, INK);
  return y + LINE_HEIGHT + 3 + ROW_PADDING;
}

const linesIn = (sheet: Sheet, text: string, width: number): readonly TextLine[] =>
  textLines(text, width, (part) => widthOf(sheet, runsOf(sheet, { text: part, isRightToLeft: false }, null), SIZE));

function title(sheet: Sheet, { language, product, at }: Print, count: number): number {
  write(sheet, 'Error Codes', { x: PAGE.left, y: PAGE.top, font: 'bold', size: 20 });
  const codes = count === 1 ? '1 code' : `${count} codes`;
  const about = linesIn(sheet, `${product} · ${languageName(language)} · ${codes} · ${dayOf(at)}`, PAGE.right - PAGE.left);
  about.forEach((line, index) =>
    write(sheet, line, { x: PAGE.left, right: PAGE.right, y: PAGE.top + 30 + index * LINE_HEIGHT, colour: MUTED }),
  );
  return heading(sheet, PAGE.top + 44 + about.length * LINE_HEIGHT);
}

function newPage(sheet: Sheet): number {
  sheet.document.addPage();
  return heading(sheet, PAGE.top);
}

/** Writes one row and returns the y of the next one; a row that does not fit continues on the next page, below its heading. */
function row(sheet: Sheet, from: number, code: string, lines: readonly TextLine[]): number {
  const height = lines.length * LINE_HEIGHT + 2 * ROW_PADDING;
  const isHigherThanAPage = height > PAGE.bottom - PAGE.top - 2 * LINE_HEIGHT;
  let y = from + height > PAGE.bottom && !isHigherThanAPage ? newPage(sheet) : from;
  write(sheet, code, { x: PAGE.left, y, font: 'code' });
  for (const line of lines) {
    if (y + LINE_HEIGHT > PAGE.bottom) {
      y = newPage(sheet);
      write(sheet, code, { x: PAGE.left, y, font: 'code', colour: MUTED });
    }
    if (line.text !== '') write(sheet, line, { x: TEXT_LEFT, right: PAGE.right, y });
    y += LINE_HEIGHT;
  }
  rule(sheet.document, y + ROW_PADDING / 2, RULE);
  return y + 2 * ROW_PADDING;
}

function numberPages(sheet: Sheet): void {
  const { document } = sheet;
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    const text = `Page ${page + 1} of ${count}`;
    write(sheet, text, { x: PAGE.right - document.font('text').fontSize(SIZE).widthOfString(text), y: PAGE.foot, colour: MUTED });
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

/** Returns the catalogue in one language as a PDF: one row per code, `-` if it has no text, with headings and page numbers on every page. */
export async function catalogueDocument(entries: readonly CatalogueEntry[], print: Print): Promise<Buffer> {
  const document = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: print.language,
    info: { Title: `Error Codes (${print.language})`, Creator: print.product, CreationDate: new Date(print.at) },
  });
  const body = gathered(document);
  const fonts = printFonts(print.language);
  for (const { name, file } of fonts) document.registerFont(name, file);
  for (const [name, file] of Object.entries(HEADING_FONTS)) document.registerFont(name, file);
  const sheet = { document, find: fontFinder(fonts) };
  let y = title(sheet, print, entries.length);
  for (const [index, { code, description }] of entries.entries()) {
    y = row(sheet, y, codeText(code), linesIn(sheet, description[print.language] ?? '-', TEXT_WIDTH));
    // Thousands of rows take seconds; the pause lets the server handle other requests in between.
    if (index % 20 === 19) await nextTurn();
  }
  numberPages(sheet);
  document.end();
  return body;
}

/** Maximum number of characters named per text. */
const MAX_CHARACTERS = 20;

/** Returns the texts of a language with characters that no font of the catalogue has. */
export function unprintableTexts(entries: readonly CatalogueEntry[], language: string): z.infer<typeof getErrorCodesExportCheck.answer> {
  const find = fontFinder(printFonts(language));
  const texts = entries.flatMap(({ code, description }) => {
    const characters = unprintableIn(description[language] ?? '', find);
    return characters.length === 0 ? [] : [{ error_code: codeText(code), characters: characters.slice(0, MAX_CHARACTERS) }];
  });
  return { total: texts.length, texts: texts.slice(0, MAX_UNPRINTABLE) };
}
