import type { Transaction } from 'kysely';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { encodeInTurns } from './historyBlock.ts';
import type { KeptReport } from './keptReport.ts';

/** Maximum number of reports in one history row. */
const BLOCK_REPORTS = 5_000;

/** Appends reports to the history as rows `history_block`. */
export async function insertBlocks(tx: Transaction<Database>, reports: readonly KeptReport[]): Promise<void> {
  for (const part of chunks(reports, BLOCK_REPORTS)) {
    const times = part.map(({ receivedAt }) => receivedAt);
    const row = {
      first_at: new Date(times.reduce((least, time) => Math.min(least, time))),
      last_at: new Date(times.reduce((most, time) => Math.max(most, time))),
      report_count: part.length,
      serials: [...new Set(part.map(({ serial }) => serial))],
      reports: await encodeInTurns(part),
    };
    await tx.insertInto('history_block').values(row).execute();
  }
}
