import { type ReportRow, rowWriter, type RowWriter } from '#streams/columnFrame/rowWriter';
import type { LiveReport } from '../liveReport.ts';
import { utf8 } from '../utf8.ts';

/** The rows of reports, each created once for all consoles. */
export interface ReportRows extends Pick<RowWriter, 'newest' | 'add'> {
  /** Returns the row of a report; null for one that is sent as JSON. */
  readonly of: (report: LiveReport) => ReportRow | null;
}

/** Creates the rows. */
export function createReportRows(): ReportRows {
  const { row, newest, add } = rowWriter(utf8);
  const isOfDevice = (json: unknown, serial: string) =>
    typeof json === 'object' && json !== null && 'serial' in json && json.serial === serial;
  return {
    newest,
    add,
    of: ({ serial, kind, push, receivedAt }) => {
      const json = kind === 'state' ? push.json() : null;
      return isOfDevice(json, serial) ? row(json, receivedAt) : null;
    },
  };
}
