import type { Selectable } from 'kysely';
import { decodeReadable } from '../../fleet/history/historyBlock.ts';
import type { KeptReport } from '../../fleet/history/keptReport.ts';
import type { Database } from '../../platform/database/tables.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { UnreadableFile } from '../parquet/storedParquet.ts';

/** A block of the database. */
type HotBlock = Pick<Selectable<Database['history_block']>, 'id' | 'reports'>;

/**
 * Reads the reports of the wanted devices from blocks, in short turns of the event loop; returns the blocks that cannot be read, which do not stop the reading
 * of others. Source: SEALED9.
 */
export async function eachHotReport(
  blocks: readonly HotBlock[],
  isWanted: (serial: string) => boolean,
  take: (report: KeptReport) => void,
): Promise<readonly UnreadableFile[]> {
  const unreadable: UnreadableFile[] = [];
  await mapInTurns(blocks, ({ id, reports }) => {
    const kept = decodeReadable(reports, isWanted);
    if (kept === null) unreadable.push({ name: `history_block ${id}`, reason: 'damaged' });
    else for (const report of kept) take(report);
  });
  return unreadable;
}
