import { sql, type Kysely, type Transaction } from 'kysely';
import { MAX_KEPT, type postImportErrorCodes } from '#contract/errorCodeFile';
import type { ReplyOf } from '#contract/call';
import { z } from '#contract/schema';
import { noteChange } from '../platform/audit/changes.ts';
import type { Database } from '../platform/database/tables.ts';
import { conflict } from '../platform/failure/failure.ts';
import { runInThread } from '../platform/threads/runInThread.ts';
import type { ImportTask } from './codeImportThread.ts';
import { catalogueVersion } from './errorCodeStore.ts';

/** Timeout for reading and comparing a file, in ms, and its memory limit. */
const READ_MS = 30_000;
const READ_MB = 512;
const CHANGED = 'Somebody else changed the error codes in the meantime. See again what changes.';

/**
 * The effect of a file on the catalogue: the numbers of codes that it adds, changes and leaves unchanged and, as JSON, the rows to write and the codes that it
 * lacks.
 */
const compared = z.object({ added: z.number(), changed: z.number(), same: z.number(), written: z.string(), missing: z.string() });

const inThread = async (data: ImportTask) =>
  compared.parse(
    await runInThread({
      script: new URL('codeImportThread.ts', import.meta.url),
      data,
      withinMs: READ_MS,
      memoryMb: READ_MB,
      texts: { late: 'The file takes too long to read.', failed: 'The file cannot be read.' },
    }),
  );

async function readVersion(database: Kysely<Database>): Promise<{ readonly version: string; readonly catalogue: string }> {
  const text = sql<string>`(select coalesce(json_object_agg(code, json_build_object('description', description))::text, '{}') from error_code)`;
  return database.selectNoFrom([catalogueVersion.as('version'), text.as('catalogue')]).executeTakeFirstOrThrow();
}

const isUsed = sql<boolean>`exists (select 1 from incident where lower(incident.error_code) = lower(error_code.code))`;

/** Returns the codes of the catalogue that incidents use. */
export async function usedCodes(database: Kysely<Database>): Promise<readonly string[]> {
  const rows = await database.selectFrom('error_code').select('code').where(isUsed).orderBy('code').execute();
  return rows.map(({ code }) => code);
}

/** Removes the codes that a file lacks, except those that incidents use; returns how many were removed, and some of those that were kept. */
async function removeMissing(
  tx: Transaction<Database>,
  missing: string,
): Promise<{ readonly removed: number; readonly kept: readonly string[] }> {
  const isMissing = sql<boolean>`code in (select json_array_elements_text(${missing}::json))`;
  const kept = await tx.selectFrom('error_code').select('code').where(isMissing).where(isUsed).orderBy('code').limit(MAX_KEPT).execute();
  const deleted = await tx
    .deleteFrom('error_code')
    .where(isMissing)
    .where(sql<boolean>`not ${isUsed}`)
    .executeTakeFirst();
  return { removed: Number(deleted.numDeletedRows), kept: kept.map(({ code }) => code) };
}

/** A file to import, and the version of the catalogue that the caller saw; the version is not compared if `expected` is null. */
interface Import {
  readonly path: string;
  readonly expected: string | null;
  readonly removesMissing: boolean;
  /** Throws if the caller may no longer import. */
  readonly requireStill: (tx: Transaction<Database>) => Promise<void>;
}

/**
 * Imports a file of error codes in one transaction. A thread reads and compares it, and each statement writes all rows from one text: the
 * main thread never handles single codes. Throws 400 with the invalid lines, 409 when the catalogue differs from `expected`. Source:
 * CODES5, UPLOADS1.
 */
export async function importCodes(
  database: Kysely<Database>,
  { path, expected, removesMissing, requireStill }: Import,
): Promise<ReplyOf<typeof postImportErrorCodes>> {
  const known = await readVersion(database);
  if (expected !== null && expected !== known.version) throw conflict(CHANGED);
  const { written, missing, ...counts } = await inThread({ path, catalogue: known.catalogue });
  return database.transaction().execute(async (tx) => {
    // Reads continue; a call that changes a code waits, and then finds the code as the file defines it.
    await sql`lock table error_code in share row exclusive mode`.execute(tx);
    await requireStill(tx);
    const { version } = await tx.selectNoFrom(catalogueVersion.as('version')).executeTakeFirstOrThrow();
    if (version !== known.version) throw conflict(CHANGED);
    await sql`insert into error_code (code, description) select code, description from json_to_recordset(${written}::json) as r(code text, description jsonb)
      on conflict (code) do update set description = excluded.description`.execute(tx);
    const { removed, kept } = removesMissing ? await removeMissing(tx, missing) : { removed: 0, kept: [] };
    noteChange(null, { ...counts, removed });
    return { result: true, ...counts, removed, kept: [...kept] };
  });
}
