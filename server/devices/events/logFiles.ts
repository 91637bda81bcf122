import { sql, type Kysely } from 'kysely';
import { ownerAt, ownerNow } from '../../locations/currentOwner.ts';
import { duringTimes } from '../../locations/duringTimes.ts';
import type { ReadableDevice } from '../../locations/visibility.ts';
import type { Database } from '../../platform/database/tables.ts';
import { notFound, tooLarge } from '../../platform/failure/failure.ts';
import type { DeviceFileKind } from '../../platform/http/deviceFileRoutes.ts';
import { partBytesOf } from '../../platform/storage/fileParts.ts';
import type { FileStorage, StoredFile } from '../../platform/storage/fileStorage.ts';

/** Maximum size of all log files of one device: 10 GiB. */
const QUOTA_BYTES = 10 * 1024 ** 3;

/** Returns the name of a log file in the storage. An id comes from a device: encoding removes slashes from it, and the suffix prevents a name such as `..`. */
export const storedLog = (serial: string, id: string): string => `logs/${encodeURIComponent(serial)}/${encodeURIComponent(id)}.log`;

/** SQL for "the device reported this log file to its current owner". */
const isOfOwner = (serial: string) => sql<boolean>`${ownerAt(serial, sql.ref('received_at'))} is not distinct from ${ownerNow(serial)}`;

/**
 * Throws 404 for a log file that the device has not reported to its current owner. Returns the total size of the device's other log files, in bytes: a new
 * upload of this file replaces the former one.
 */
async function requireOwn(database: Kysely<Database>, serial: string, id: string): Promise<number> {
  const row = await database
    .selectFrom('device_log')
    .select((one) =>
      one
        .selectFrom('device_log as all')
        .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
        .where('all.serial', '=', serial)
        .where('all.database_id', '<>', id)
        .as('bytes'),
    )
    .where('serial', '=', serial)
    .where('database_id', '=', id)
    .where(isOfOwner(serial))
    .executeTakeFirst();
  if (row === undefined) throw notFound('no such log');
  return row.bytes ?? 0;
}

/** Log files that devices upload, and their download; each device uploads its own files, as often as requested. Source: LOGFILE1, OWN9. */
export const logFiles = (database: Kysely<Database>, now: () => number): DeviceFileKind => ({
  path: '/device-files/logs/:name',
  open: async (serial, id) => {
    // The files of the device, including incomplete ones, are limited.
    if ((await requireOwn(database, serial, id)) + (await partBytesOf(database, serial)) >= QUOTA_BYTES)
      throw tooLarge(`the log files of this device are more than ${QUOTA_BYTES} bytes`);
    return storedLog(serial, id);
  },
  requireStill: async (serial, id) => void (await requireOwn(database, serial, id)),
  onStored: async (serial, id, bytes) => {
    await database
      .updateTable('device_log')
      .set({ size: bytes, stored_at: new Date(now()) })
      .where('serial', '=', serial)
      .where('database_id', '=', id)
      .where(isOfOwner(serial))
      .execute();
  },
});

/** Returns an uploaded log file. Throws 404 for one that the caller may not read, or that was not uploaded. Source: LOGFILE2. */
export async function readLogFile(
  database: Kysely<Database>,
  storage: FileStorage,
  { serial, times }: ReadableDevice,
  id: string,
): Promise<StoredFile> {
  const row = await database
    .selectFrom('device_log')
    .select('size')
    .where('serial', '=', serial)
    .where('database_id', '=', id)
    .where(duringTimes(sql.ref('received_at'), times))
    .executeTakeFirst();
  const file = row === undefined || row.size === null ? null : await storage.find(storedLog(serial, id));
  if (file === null) throw notFound('this log is not uploaded');
  return file;
}
