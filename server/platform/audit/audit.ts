import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { hashOf, type AuditLine } from './chain.ts';

/** The audit record of all calls that have side effects or return secrets. */
export interface Audit {
  /** Resolves when the line is committed; rejects when it could not be written. */
  readonly append: (line: AuditLine) => Promise<void>;
}

/** Maximum number of lines per transaction. */
const MAX_LINES = 500;
/** Lock timeout of a write; shorter than the query timeout, so that no lock request outlives its query. */
const LOCK_TIMEOUT = '2s';

async function appendAll(database: Kysely<Database>, lines: readonly AuditLine[]): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(tx);
    // The lock of this row serialises the writers of all instances, so the hash chain never forks.
    let { id, hash } = await tx.selectFrom('audit_head').select(['id', 'hash']).forUpdate().executeTakeFirstOrThrow();
    const rows = lines.map((line) => {
      id += 1;
      hash = hashOf(hash, id, line);
      const { at, params, requestId, ...rest } = line;
      return { ...rest, id, hash, at: new Date(at), params: JSON.stringify(params), request_id: requestId };
    });
    await tx.insertInto('audit').values(rows).execute();
    await tx.updateTable('audit_head').set({ id, hash }).execute();
  });
}

interface Waiting {
  readonly line: AuditLine;
  readonly settle: (error: unknown) => void;
}

/** Creates the audit record of a database. Lines appended during a write are batched into the next transaction. */
export function createAudit(database: Kysely<Database>): Audit {
  let waiting: Waiting[] = [];
  let isWriting = false;
  const write = async () => {
    isWriting = true;
    while (waiting.length > 0) {
      const taken = waiting.slice(0, MAX_LINES);
      waiting = waiting.slice(MAX_LINES);
      const error = await appendAll(
        database,
        taken.map(({ line }) => line),
      ).then(
        () => null,
        (failed: unknown) => failed,
      );
      for (const { settle } of taken) settle(error);
    }
    isWriting = false;
  };
  return {
    append: (line) =>
      new Promise((resolve, reject) => {
        waiting.push({ line, settle: (error) => (error === null ? resolve() : reject(error)) });
        if (!isWriting) void write();
      }),
  };
}
