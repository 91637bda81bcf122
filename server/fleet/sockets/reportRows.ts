import { Buffer } from 'node:buffer';
import { type ReportRow, rowWriter } from '#streams/columnFrame/rowWriter';
import type { TextCodec } from '#streams/recording/codec';
import type { LiveReport } from '../liveReport.ts';

/** Texts as bytes; this end only writes them. */
export const utf8: TextCodec = {
  encode: (text) => Buffer.from(text),
  decode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(),
};

/** The rows of reports, one for all consoles. */
export interface ReportRows {
  /** Returns the row of a report; null for one that is sent as JSON. The row of an older report than the last one of its device makes that one's void. */
  readonly of: (report: LiveReport) => ReportRow | null;
  /** Returns the newest row of a device. */
  readonly newest: (serial: string) => ReportRow | undefined;
}

/** Creates the rows. */
export function createReportRows(): ReportRows {
  const writer = rowWriter(utf8);
  const newest = new Map<string, { readonly report: LiveReport; readonly row: ReportRow | null }>();
  return {
    newest: writer.newest,
    of: (report) => {
      const { serial, kind, push } = report;
      if (kind !== 'state') return null;
      const known = newest.get(serial);
      if (known?.report === report) return known.row;
      const json = push.json();
      const isOfDevice = typeof json === 'object' && json !== null && 'serial' in json && json.serial === serial;
      const row = isOfDevice ? writer.row(json) : null;
      newest.set(serial, { report, row });
      return row;
    },
  };
}
