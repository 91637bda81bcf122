/** The thread that seals: receives history blocks, and returns rollups and a Parquet file with a row group per device. */

import { z } from '#contract/schema';
import { organisationAt, type Service } from '#domain/devices/ownershipPeriods';
import { decodeReadable } from '../../fleet/history/historyBlock.ts';
import type { KeptReport } from '../../fleet/history/keptReport.ts';
import { invalid } from '../../platform/failure/failure.ts';
import { workOnStream } from '../../platform/threads/workOnStream.ts';
import { createParquet } from '../parquet/writeParquet.ts';
import { rollupFold } from '../rollups/rollup.ts';
import { rowOfRollup } from '../rollups/rollupRow.ts';
import { reportCells, reportColumns } from './reportColumns.ts';
import { openSpool, type Spool } from './reportSpool.ts';
import type { RollupPart, SealedFile } from './sealInThread.ts';

const span = z.object({ from: z.number(), to: z.number() });
const task = z.object({
  folder: z.string(),
  /** The periods of each device, as known when the thread starts. */
  services: z.record(z.string(), z.array(z.object({ organisation: z.string(), from: z.number(), until: z.nullable(z.number()) }))),
  /** The span whose rollups are requested, without a file; null for a file of all reports. */
  span: z.nullable(span),
});
type Task = z.infer<typeof task>;
type Emit = (part: Uint8Array | RollupPart) => Promise<void>;

/** Reads blocks into the spool; returns the indexes of the blocks that cannot be read. */
async function spoolBlocks(source: AsyncIterable<Uint8Array>, spool: Spool, within: Task['span']): Promise<number[]> {
  const damaged: number[] = [];
  let place = 0;
  for await (const block of source) {
    const reports = decodeReadable(Buffer.from(block.buffer, block.byteOffset, block.byteLength));
    if (reports === null) damaged.push(place);
    else spool.add(within === null ? reports : reports.filter(({ receivedAt }) => receivedAt >= within.from && receivedAt < within.to));
    place += 1;
  }
  return damaged;
}

function cellsOf(reports: readonly KeptReport[], services: readonly Service[]) {
  const { cells, push } = reportCells();
  for (const report of reports) push(report, organisationAt(services, report.receivedAt));
  return cells;
}

/** Sends the rollups of the spooled reports, one device after another; `onReports` receives the reports of a device sorted by time, in parts. */
async function foldSpooled(
  spool: Spool,
  services: Task['services'],
  emit: Emit,
  onReports: (reports: readonly KeptReport[], services: readonly Service[]) => Promise<void>,
): Promise<void> {
  for (const serial of spool.serials()) {
    const periods = services[serial] ?? [];
    const fold = rollupFold(serial, periods);
    for (const reports of spool.reportsOf(serial)) {
      for (const report of reports) fold.push(report);
      await onReports(reports, periods);
    }
    await emit({ rollups: fold.done().map(rowOfRollup) });
  }
}

/** Writes the spooled reports as a file with a row group per device, and sends the file's bytes and rollups. */
async function writeSpooled(spool: Spool, services: Task['services'], emit: Emit) {
  const file = createParquet(reportColumns);
  let [firstAt, lastAt] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  await foldSpooled(spool, services, emit, async (reports, periods) => {
    firstAt = Math.min(firstAt, reports[0]?.receivedAt ?? firstAt);
    lastAt = Math.max(lastAt, reports.at(-1)?.receivedAt ?? lastAt);
    await emit(file.group(cellsOf(reports, periods)));
  });
  const { bytes, seal } = file.end();
  await emit(bytes);
  const at = seal.rows === 0 ? { firstAt: 0, lastAt: 0 } : { firstAt, lastAt };
  return { ...seal, ...at, serials: spool.serials() };
}

async function sealStream(
  spool: Spool,
  { services, span: within }: Task,
  source: AsyncIterable<Uint8Array>,
  emit: Emit,
): Promise<SealedFile | null> {
  const damaged = await spoolBlocks(source, spool, within);
  if (within === null) return { ...(await writeSpooled(spool, services, emit)), damaged };
  await foldSpooled(spool, services, emit, () => Promise.resolve());
  return null;
}

workOnStream(async (data, source, emit): Promise<SealedFile | null> => {
  const work = task.parse(data);
  let spool: Spool | undefined;
  try {
    spool = openSpool(work.folder);
    return await sealStream(spool, work, source, emit);
  } catch (error) {
    // The server logs the text, e.g. that no space is left on the disk.
    throw invalid(error instanceof Error ? error.message : String(error));
  } finally {
    spool?.close();
  }
});
