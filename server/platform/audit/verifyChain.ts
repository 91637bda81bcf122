import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from '#contract/schema';
import type { Database } from '../database/tables.ts';
import { hashOf } from './chain.ts';
import type { AuditHead } from './headFile.ts';

/** The result of verifying the audit record. */
export type ChainCheck =
  | { readonly isWhole: true; readonly lines: number }
  /** `brokenAt` is the id of the first line that is changed, missing or surplus. */
  | { readonly isWhole: false; readonly brokenAt: number };

const PAGE = 1_000;
const words = z.record(z.string(), z.string());
const changed = z.nullable(z.array(z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })));

const broken = (brokenAt: number) => ({ isWhole: false, brokenAt }) as const;

/**
 * Verifies all hashes of the audit record, the sequence of ids, and its end against `audit_head`. If a copy of the end from elsewhere is given as `noted`, also
 * verifies that the record still contains that end. `key` is from `auditKey`.
 */
export async function verifyChain(database: Kysely<Database>, key: KeyObject, noted: AuditHead | null = null): Promise<ChainCheck> {
  const head = await database.selectFrom('audit_head').select(['id', 'hash', 'keyed_from']).executeTakeFirst();
  const keyedFrom = head?.keyed_from ?? Number.POSITIVE_INFINITY;
  if (noted !== null && noted.keyed_from !== keyedFrom) return broken(noted.keyed_from);
  let last = { id: 0, hash: '' };
  for (;;) {
    const rows = await database.selectFrom('audit').selectAll().where('id', '>', last.id).orderBy('id').limit(PAGE).execute();
    for (const row of rows) {
      const { at, params, request_id: requestId, id, hash, changes: fields, ...rest } = row;
      const parsed = words.safeParse(params);
      const changes = changed.safeParse(fields);
      const isNext = id === last.id + 1 && parsed.success && changes.success;
      const line = {
        ...rest,
        requestId,
        at: at.getTime(),
        params: parsed.data ?? {},
        ...(changes.data == null ? {} : { changes: changes.data }),
      };
      const isSame = isNext && hashOf(id < keyedFrom ? null : key, last.hash, id, line) === hash;
      if (!isSame || (noted?.id === id && noted.hash !== hash)) return broken(last.id + 1);
      last = { id, hash };
    }
    if (rows.length < PAGE) break;
  }
  const isEnd = head?.id === last.id && head.hash === last.hash && (noted?.id ?? 0) <= last.id;
  return isEnd ? { isWhole: true, lines: last.id } : broken(last.id + 1);
}
