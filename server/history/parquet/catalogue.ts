/** The catalogue of the history's files: records a file before it is written, discards incomplete ones, and finds files by span. */

import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Fence } from '../../platform/instances/leases.ts';
import { forEachTried } from '../../platform/failure/forEachTried.ts';
import type { FileStorage } from '../../platform/storage/fileStorage.ts';
import type { NamedFile } from './storedParquet.ts';

/** Dependencies of the functions that write files. */
export interface CatalogueParts {
  readonly database: Kysely<Database>;
  readonly storage: Pick<FileStorage, 'save' | 'remove'>;
  readonly fence: Fence;
  readonly now: () => number;
  /** Stops the work, between two files or by ending the thread that writes a file. */
  readonly signal: AbortSignal;
}

/** A file of the catalogue, with the instants of its first and last row in ms since epoch. */
export interface CataloguedFile extends NamedFile {
  readonly firstAt: number;
  readonly lastAt: number;
  readonly serials: readonly string[];
  /** Whether the file was cut: its retention period has passed, and only its kept parts are left. */
  readonly isCut: boolean;
}

/** The content of a file: reports of a day, or rollups of a month. */
export type FileKind = 'reports' | 'rollups';

const nothing = { serials: [], row_count: 0, bytes: 0, sha256: '', footer_bytes: 0, footer_crc: 0 };

/** Records a file before it is written, so that every stored file is known. */
export async function writingFile(
  { database, fence, now }: CatalogueParts,
  { name, kind, firstAt, lastAt }: { readonly name: string; readonly kind: FileKind; readonly firstAt: number; readonly lastAt: number },
): Promise<void> {
  const span = { first_at: new Date(firstAt), last_at: new Date(lastAt), written_at: new Date(now()) };
  await database.transaction().execute(async (tx) => {
    await fence(tx);
    await tx
      .insertInto('history_file')
      .values({ name, kind, state: 'writing', ...span, ...nothing })
      .execute();
  });
}

/**
 * Removes an incomplete file and its row. A complete file stays: a caller that lost the response of its last transaction cannot know that it was committed.
 */
export async function discardFile({ database, storage }: Pick<CatalogueParts, 'database' | 'storage'>, name: string): Promise<void> {
  const unfinished = database
    .updateTable('history_file')
    .set({ state: 'removing' })
    .where('name', '=', name)
    .where('state', '<>', 'complete');
  if ((await unfinished.returning('name').execute()).length === 0) return;
  await storage.remove(name);
  await database.deleteFrom('history_file').where('name', '=', name).where('state', '=', 'removing').execute();
}

/**
 * Removes the files that a server was writing or removing when it ended. A file that the storage cannot remove does not prevent the removal of others; its
 * error is thrown afterwards.
 */
export async function discardUnfinished(parts: Pick<CatalogueParts, 'database' | 'storage'>, signal?: AbortSignal): Promise<void> {
  const rows = await parts.database.selectFrom('history_file').select('name').where('state', '<>', 'complete').execute();
  await forEachTried(rows, ({ name }) => discardFile(parts, name), signal);
}

/** Returns a row of the catalogue as a file. */
export const fileOf = (row: Selectable<Database['history_file']>): CataloguedFile => ({
  name: row.name,
  firstAt: row.first_at.getTime(),
  lastAt: row.last_at.getTime(),
  serials: row.serials,
  isCut: row.is_cut,
  rows: row.row_count,
  bytes: row.bytes,
  sha256: row.sha256,
  footerBytes: row.footer_bytes,
  footerCrc: row.footer_crc,
});

/** Returns the complete files with rows from `from` (inclusive) to `to` (exclusive; ms since epoch), for some devices or for all, sorted by time. */
export async function filesOfSpan(
  database: Kysely<Database>,
  kind: FileKind,
  { from, to, serials }: { readonly from: number; readonly to: number; readonly serials?: readonly string[] },
): Promise<readonly CataloguedFile[]> {
  const files = await database
    .selectFrom('history_file')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', '=', 'complete')
    .where('last_at', '>=', new Date(from))
    .where('first_at', '<', new Date(to))
    .$if(serials !== undefined, (query) => query.where(sql<boolean>`serials && ${serials ?? []}::text[]`))
    .orderBy('first_at')
    .execute();
  return files.map(fileOf);
}
