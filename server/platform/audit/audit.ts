/** Writes the audit record in batches: each line is committed before its response. */

import type { KeyObject } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { hashOf, type AuditLine } from './chain.ts';
import type { AuditHead } from './headFile.ts';

/** The audit record of all calls that have side effects or return secrets. */
export interface Audit {
  /** Resolves when the line is committed; rejects when it could not be written. */
  readonly append: (line: AuditLine) => Promise<void>;
}

/** Maximum number of lines per transaction. */
const MAX_LINES = 500;
/** Lock timeout of a write; shorter than the query timeout, so that no lock request outlives its query. */
const LOCK_TIMEOUT = '2s';

/** Dependencies of the audit record. */
export interface AuditParts {
  readonly database: Kysely<Database>;
  /** The key from `auditKey`. */
  readonly key: KeyObject;
  /** Called with the last line of the record after each commit. */
  readonly onEnd: (end: AuditHead) => void;
}

async function appendAll({ database, key }: AuditParts, lines: readonly AuditLine[]): Promise<AuditHead> {
  return database.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(tx);
    // The lock of this row serialises the writers of all instances, so the hash chain never forks.
    const head = await tx.selectFrom('audit_head').select(['id', 'hash', 'keyed_from']).forUpdate().executeTakeFirstOrThrow();
    let { id, hash } = head;
    const keyed_from = head.keyed_from ?? id + 1;
    const rows = lines.map((line) => {
      id += 1;
      hash = hashOf(key, hash, id, line);
      const { at, params, requestId, organisations = [], changes, ...rest } = line;
      const ofPeople = organisations.length === 0 ? null : organisations.toSorted();
      return {
        ...rest,
        organisations: ofPeople,
        id,
        hash,
        at: new Date(at),
        params: JSON.stringify(params),
        changes: changes === undefined ? null : JSON.stringify(changes),
        request_id: requestId,
      };
    });
    await tx.insertInto('audit').values(rows).execute();
    await tx.updateTable('audit_head').set({ id, hash, keyed_from }).execute();
    return { id, hash, keyed_from };
  });
}

interface Waiting {
  readonly line: AuditLine;
  readonly settle: (error: unknown) => void;
}

/** Creates the audit record of a database. Lines appended during a write are batched into the next transaction. */
export function createAudit(parts: AuditParts): Audit {
  let waiting: Waiting[] = [];
  let isWriting = false;
  const write = async () => {
    isWriting = true;
    while (waiting.length > 0) {
      const taken = waiting.slice(0, MAX_LINES);
      waiting = waiting.slice(MAX_LINES);
      const error = await appendAll(
        parts,
        taken.map(({ line }) => line),
      ).then(
        (end) => {
          parts.onEnd(end);
          return null;
        },
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
