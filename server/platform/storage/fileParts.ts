/** Parts of files that devices have not completed: stored, counted per device, and removed by age; the table of parts. */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Instant } from '../database/columnTypes.ts';
import type { TableHistory } from '../database/migrate.ts';
import type { Database } from '../database/tables.ts';
import { type FileStorage, isStorageAway } from './fileStorage.ts';

/** A stored part of a device's incomplete file; `from_byte` is its offset in the file. */
interface FilePartTable {
  name: string;
  from_byte: number;
  serial: string;
  bytes: number;
  stored_at: Instant;
  /** The last attempt to store the part, while the part is not stored; null for a stored part, and if an older version noted it. */
  attempt: string | null;
}

declare module '../database/tables.ts' {
  interface Database {
    file_part: FilePartTable;
  }
}

/** Schema of the parts of files. */
export const filePartTables: TableHistory = {
  '061_file_part': [
    `create table file_part (name text not null, from_byte bigint not null, serial text not null, bytes bigint not null, stored_at timestamptz not null,
    primary key (name, from_byte))`,
    `create index file_part_of_device on file_part (serial)`,
  ],
  '091_file_part_attempt': [`alter table file_part add column attempt text`],
};

/** Returns the name under which a part of a file is stored until the file is complete. */
export const partName = (name: string, from: number): string => `parts/${name}/${from}`;

/** The known parts that one device has stored. */
export interface PartLedger {
  /** Records a part before it is stored, so that every stored part is known; returns the id of this attempt to store it. */
  readonly note: (name: string, from: number, bytes: number) => Promise<string>;
  /** Removes the record of a part that is no longer stored; with an attempt, only if the part is not stored and that attempt was the last to note it. */
  readonly forget: (name: string, from: number, attempt?: string) => Promise<void>;
  /** Records that a part is stored, so it no longer belongs to an attempt. Returns whether the part is known. */
  readonly keep: (name: string, from: number, bytes: number) => Promise<boolean>;
}

/** Opens the ledger of a device. */
export const partLedger = (database: Kysely<Database>, serial: string, now: () => number): PartLedger => ({
  note: async (name, from_byte, bytes) => {
    const attempt = randomUUID();
    const part = { serial, bytes, stored_at: new Date(now()) };
    await database
      .insertInto('file_part')
      .values({ name, from_byte, ...part, attempt })
      .onConflict((known) =>
        known.columns(['name', 'from_byte']).doUpdateSet({
          ...part,
          // Until the new part is stored, the larger size counts: the earlier part is kept if the attempt fails.
          bytes: sql<number>`greatest(file_part.bytes, ${bytes})`,
          // A stored part is kept if an attempt to replace it fails.
          attempt: sql<string | null>`case when file_part.attempt is null then null else ${attempt} end`,
        }),
      )
      .execute();
    return attempt;
  },
  forget: async (name, from, attempt) => {
    const known = database.deleteFrom('file_part').where('name', '=', name).where('from_byte', '=', from);
    await (attempt === undefined ? known : known.where('attempt', '=', attempt)).execute();
  },
  keep: async (name, from, bytes) => {
    const known = database.updateTable('file_part').set({ attempt: null, bytes }).where('name', '=', name).where('from_byte', '=', from);
    return (await known.executeTakeFirst()).numUpdatedRows === 1n;
  },
});

/** Returns the total size of all parts that a device has stored, in bytes. */
export async function partBytesOf(database: Kysely<Database>, serial: string): Promise<number> {
  const { bytes } = await database
    .selectFrom('file_part')
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'))
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** A file whose newest part is older than this, in ms, will never be completed, because a device that returns starts again. */
const KEPT_MS = 7 * 86_400_000;

/** Removes the parts of files that were never completed. Parts that cannot be removed because the storage is unavailable are left for the next run. */
export async function removeOldParts(database: Kysely<Database>, storage: Pick<FileStorage, 'remove'>, now: number): Promise<void> {
  const old = await database
    .selectFrom('file_part')
    .select(['name', 'from_byte'])
    .where('name', 'in', (names) =>
      names
        .selectFrom('file_part')
        .select('name')
        .groupBy('name')
        .having(({ fn }) => fn.max('stored_at'), '<', new Date(now - KEPT_MS)),
    )
    .execute();
  for (const { name, from_byte } of old) {
    try {
      await storage.remove(partName(name, from_byte));
    } catch (error) {
      if (isStorageAway(error)) return;
      throw error;
    }
    await database.deleteFrom('file_part').where('name', '=', name).where('from_byte', '=', from_byte).execute();
  }
}
