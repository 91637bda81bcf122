import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { FileStorage } from '../../platform/storage/fileStorage.ts';
import { storedLog } from './logFiles.ts';

/** Maximum number of log files removed at once; further ones are removed the next time. */
const REMOVED_AT_ONCE = 1_000;

/**
 * Removes uploaded log files by their age, and returns how many. Files that are still on a device remain in its list and can be uploaded again. Throws 503
 * while the storage is unavailable.
 */
export async function removeOldLogs(database: Kysely<Database>, storage: Pick<FileStorage, 'remove'>, before: Date): Promise<number> {
  const old = await database
    .selectFrom('device_log')
    .select(['serial', 'database_id', 'stored_at'])
    .where('stored_at', '<', before)
    .orderBy('stored_at')
    .limit(REMOVED_AT_ONCE)
    .execute();
  for (const { serial, database_id, stored_at } of old) {
    await storage.remove(storedLog(serial, database_id));
    await database
      .updateTable('device_log')
      .set({ size: null, stored_at: null })
      .where('serial', '=', serial)
      .where('database_id', '=', database_id)
      // A file that was uploaded again meanwhile is kept.
      .where('stored_at', '=', stored_at)
      .execute();
  }
  return old.length;
}
