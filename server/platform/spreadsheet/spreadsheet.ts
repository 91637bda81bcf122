import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type Cell, lineXml, SHEET_END, sheetStart, type SheetColumn } from './sheetXml.ts';
import { SHEET_PART, workbookParts } from './workbookParts.ts';

/** The media type of a workbook. */
export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What a workbook of one sheet is made of; its lines come batch by batch, as they are read. */
export interface Sheet {
  /** Of letters and digits. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
  readonly at: Date;
}

async function* sheetXml({ columns, batches }: Sheet): AsyncGenerator<string> {
  yield sheetStart(columns);
  let written = 1;
  for await (const lines of batches) {
    const above = written + 1;
    yield lines.map((cells, at) => lineXml(above + at, cells)).join('');
    written += lines.length;
  }
  yield SHEET_END;
}

/**
 * A workbook of one sheet, sent as it is made: neither its lines nor its bytes are ever held whole, and between two batches others have their
 * turn. A batch that cannot be read ends the stream with its error.
 */
export function spreadsheet(sheet: Sheet): Readable {
  const zip = new ZipFile();
  const options = { mtime: sheet.at, mode: 0o644 };
  const bytes = new PassThrough();
  const lines = Readable.from(sheetXml(sheet), { objectMode: false });
  lines.on('error', (error) => bytes.destroy(error));
  // Also when whoever asked went away.
  pipeline(zip.outputStream, bytes, () => lines.destroy());
  for (const [name, text] of workbookParts(sheet.name)) zip.addBuffer(Buffer.from(text), name, options);
  zip.addReadStream(lines, SHEET_PART, options);
  zip.end();
  return bytes;
}
