import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { hashOf, type AuditLine } from './chain.ts';

/** The record of everything that changed something or revealed a secret. */
export interface Audit {
  /** Settles when the line is written for good. */
  readonly append: (line: AuditLine) => Promise<void>;
}

/** Lines of one transaction. */
const MAX_LINES = 500;
/** How long a line waits for another writer; shorter than the query timeout, or the lock would outlive it. */
const LOCK_TIMEOUT = '2s';

async function appendAll(database: Kysely<Database>, lines: readonly AuditLine[]): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(tx);
    // The lock of this row makes one writer of all instances, so the chain never forks.
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

/** The record in a database. Lines that arrive during a write are written together, so that many callers wait for few transactions. */
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
