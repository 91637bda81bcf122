/** The rows of a reported file: its newest version, new and repeated versions, removed files, and the size of the other files. */

import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { ReportOutcome, FileReport } from './fileReport.ts';

type Tx = Transaction<Database>;

/** The schema of the row `config_device` of a device whose files have their own versions. */
const NO_FILES = 'reported';

/** The newest version of a file. */
export interface FileRow {
  readonly since: Date;
  /** Null if the file was removed. */
  readonly schema_id: string | null;
  readonly digest: string;
  /** The size when this version began. */
  readonly bytes: number;
  readonly parameters: number;
  /** The time of the newest report of this version; `received_at` is the time of its receipt. Both by the server's clock. */
  readonly reported_at: Date;
  readonly received_at: Date;
  /** Whether a value was changed after that report. */
  readonly is_changed: boolean;
}

async function keepSchema(tx: Tx, id: string, files: string): Promise<void> {
  await tx
    .insertInto('config_schema')
    .values({ id, files })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the configuration row of a device, creating it if it is missing. Returns the time of the newest report of any file, in ms since epoch. */
export async function lockConfiguration(tx: Tx, serial: string, since: Date): Promise<{ readonly newestAt: number }> {
  const lock = async () => {
    const { rows } = await sql<{ at: Date | null }>`select (select max(reported_at) from config_file where serial = ${serial}) as at
      from config_device where serial = ${serial} for update`.execute(tx);
    return rows[0];
  };
  const known = await lock();
  if (known !== undefined) return { newestAt: known.at?.getTime() ?? Number.NEGATIVE_INFINITY };
  await keepSchema(tx, NO_FILES, '{}');
  await tx
    .insertInto('config_device')
    .values({ serial, schema_id: NO_FILES, since, first_values: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { newestAt: (await lock())?.at?.getTime() ?? Number.NEGATIVE_INFINITY };
}

/** Returns the newest version of a file; undefined for a file that was never reported. */
export const newestFile = (tx: Tx, { serial, file_name }: Pick<FileReport, 'serial' | 'file_name'>): Promise<FileRow | undefined> =>
  tx
    .selectFrom('config_file')
    .select(['since', 'schema_id', 'digest', 'bytes', 'parameters', 'reported_at', 'received_at'])
    .select(
      sql<boolean>`exists (select from config_change change where change.serial = config_file.serial and change.file_name = config_file.file_name
        and change.at > config_file.received_at)`.as('is_changed'),
    )
    .where('serial', '=', serial)
    .where('file_name', '=', file_name)
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the total size of the other files of a device. */
export async function otherFiles(
  tx: Tx,
  { serial, file_name, file_names }: FileReport,
): Promise<{ readonly files: number; readonly parameters: number; readonly bytes: number }> {
  const { rows } = await sql<{ files: number; parameters: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(parameters), 0)::int as parameters, coalesce(sum(bytes), 0)::int as bytes
    from (select distinct on (file_name) file_name, schema_id, parameters, bytes from config_file where serial = ${serial} order by file_name, since desc) own
    where schema_id is not null and file_name <> ${file_name} and (${file_names}::text[] is null or file_name = any(${file_names}::text[]))`.execute(
    tx,
  );
  return rows[0] ?? { files: 0, parameters: 0, bytes: 0 };
}

interface Version {
  readonly at: Date;
  readonly schema_id: string;
  readonly models: string;
  readonly first: string;
  readonly parameters: number;
  readonly bytes: number;
}

interface Row extends Omit<Version, 'models' | 'schema_id'> {
  readonly schema_id: string | null;
}

async function insertFile(tx: Tx, report: FileReport, file_name: string, { at, first, ...row }: Row): Promise<void> {
  const { serial, file_names, receivedAt, digest } = report;
  const position = Math.max(0, file_names?.indexOf(file_name) ?? 0);
  await tx
    .insertInto('config_file')
    .values({ serial, file_name, since: at, position, first_values: first, digest, reported_at: at, received_at: receivedAt, ...row })
    .execute();
}

/** Starts a version of a file. */
export async function insertFileVersion(tx: Tx, report: FileReport, { models, ...row }: Version): Promise<void> {
  await keepSchema(tx, row.schema_id, models);
  await insertFile(tx, report, report.file_name, row);
}

/** Records that the newest version of a file was reported again. */
export async function noteRepeated(
  tx: Tx,
  { serial, file_name, digest, receivedAt }: FileReport,
  { since }: FileRow,
  at: Date,
): Promise<ReportOutcome> {
  await tx
    .updateTable('config_file')
    .set({ digest, reported_at: at, received_at: receivedAt })
    .where('serial', '=', serial)
    .where('file_name', '=', file_name)
    .where('since', '=', since)
    .execute();
  return { kind: 'same', rows: 0 };
}

/** Ends the files that a device no longer lists. The reported file is always in the list. */
export async function removeFiles(tx: Tx, report: FileReport, at: Date): Promise<void> {
  const { serial, file_name, file_names } = report;
  const named = [...(file_names ?? []), file_name];
  const { rows } = await sql<{ file_name: string; reported_at: Date }>`
    select file_name, reported_at from (select distinct on (file_name) file_name, schema_id, reported_at from config_file where serial = ${serial}
      order by file_name, since desc) own where schema_id is not null and file_name <> all(${named}::text[])
    union all
    select file.key, device.since from config_device device join config_schema schema on schema.id = device.schema_id, json_each(schema.files) file
    where device.serial = ${serial} and file.key <> all(${named}::text[])
      and not exists (select from config_file own where own.serial = device.serial and own.file_name = file.key)`.execute(tx);
  for (const removed of rows) {
    const since = new Date(Math.max(at.getTime(), removed.reported_at.getTime() + 1));
    await insertFile(tx, report, removed.file_name, { at: since, schema_id: null, first: '{}', parameters: 0, bytes: 0 });
  }
}
