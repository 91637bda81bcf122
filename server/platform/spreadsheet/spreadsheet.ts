import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type Cell, lineXml, SHEET_END, sheetStart, type SheetColumn } from './sheetXml.ts';
import { SHEET_PART, workbookParts } from './workbookParts.ts';

/** The media type of a workbook. */
export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Content of a workbook with one sheet; rows are read in batches. */
export interface Sheet {
  /** Sheet name: letters and digits only, since it is not escaped. */
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
 * Creates a workbook (xlsx) with one sheet as a stream: neither rows nor bytes are buffered as a whole, and the event loop is free between
 * batches. An error of a batch destroys the stream.
 */
export function spreadsheet(sheet: Sheet): Readable {
  const zip = new ZipFile();
  const options = { mtime: sheet.at, mode: 0o644 };
  const bytes = new PassThrough();
  const lines = Readable.from(sheetXml(sheet), { objectMode: false });
  lines.on('error', (error) => bytes.destroy(error));
  // This is also called when the client disconnects.
  pipeline(zip.outputStream, bytes, () => lines.destroy());
  for (const [name, text] of workbookParts(sheet.name)) zip.addBuffer(Buffer.from(text), name, options);
  zip.addReadStream(lines, SHEET_PART, options);
  zip.end();
  return bytes;
}
