/** Reads single fields of past reports, from blocks in the database and from the columns of sealed files; reports are built only from blocks. */

import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { UnreadableFile } from '../parquet/storedParquet.ts';
import { readSealedCells } from '../sealed/readSealed.ts';
import { eachHotReport } from './eachHotReport.ts';
import type { HistoryStore } from './historyStore.ts';
import { storedOfSpan } from './readReports.ts';
import { readableReports, type ReportSpan } from './reportSpan.ts';

/**
 * The receiver of the values of one report, in the order of the requested fields: a number from a sealed day has three decimals; a missing value is null or
 * undefined.
 */
type TakeValues = (serial: string, receivedAt: number, values: readonly unknown[]) => void;

/** Number of rows between two checks of the clock. */
const ROWS_AT_ONCE = 1_000;

const partsOf = (rows: number) =>
  Array.from(
    { length: Math.ceil(rows / ROWS_AT_ONCE) },
    (_, part) => [part * ROWS_AT_ONCE, Math.min(rows, (part + 1) * ROWS_AT_ONCE)] as const,
  );

/**
 * Reads fields of the reports of a span in short turns of the event loop: first from sealed files, per file by device and time, then from the database. Returns
 * the files and blocks that could not be read. The caller limits the span, because all its cells are held in memory.
 */
export async function readFields(
  store: HistoryStore,
  span: ReportSpan,
  names: readonly string[],
  take: TakeValues,
): Promise<readonly UnreadableFile[]> {
  const { from, to, devices } = span;
  const serials = devices.map(({ serial }) => serial);
  const isReadable = readableReports(devices);
  const { blocks, files } = await storedOfSpan(store, span);
  const { found, unreadable } = await readSealedCells(files, store.parquets, { from, to, serials }, names);
  for (const { serial, rows, cells } of found) {
    const times = cells.get('received_at');
    const columns = names.map((name) => cells.get(name));
    await mapInTurns(partsOf(rows), ([first, end]) => {
      for (let row = first; row < end; row += 1) {
        const receivedAt = Number(times?.[row]);
        if (isReadable({ serial, receivedAt }))
          take(
            serial,
            receivedAt,
            columns.map((column) => column?.[row]),
          );
      }
    });
  }
  const known = new Set(serials);
  const damaged = await eachHotReport(
    blocks,
    (serial) => known.has(serial),
    (report) => {
      const { serial, receivedAt, state } = report;
      if (receivedAt >= from && receivedAt < to && isReadable(report))
        take(
          serial,
          receivedAt,
          names.map((name) => state[name]),
        );
    },
  );
  return [...unreadable, ...damaged];
}
