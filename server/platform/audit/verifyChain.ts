import type { Kysely } from 'kysely';
import { z } from '#contract/schema';
import type { Database } from '../database/tables.ts';
import { hashOf } from './chain.ts';

/** The result of verifying the audit record. */
export type ChainCheck =
  | { readonly isWhole: true; readonly lines: number }
  /** `brokenAt` is the id of the first line that is changed, missing or surplus. */
  | { readonly isWhole: false; readonly brokenAt: number };

const PAGE = 1_000;
const words = z.record(z.string(), z.string());

/** Verifies all hashes of the audit record, the sequence of ids and the last line against `audit_head`. */
export async function verifyChain(database: Kysely<Database>): Promise<ChainCheck> {
  let last = { id: 0, hash: '' };
  for (;;) {
    const rows = await database.selectFrom('audit').selectAll().where('id', '>', last.id).orderBy('id').limit(PAGE).execute();
    for (const row of rows) {
      const { at, params, request_id: requestId, id, hash, ...rest } = row;
      const parsed = words.safeParse(params);
      const isNext = id === last.id + 1 && parsed.success;
      if (!isNext || hashOf(last.hash, id, { ...rest, requestId, at: at.getTime(), params: parsed.data }) !== hash) {
        return { isWhole: false, brokenAt: last.id + 1 };
      }
      last = { id, hash };
    }
    if (rows.length < PAGE) break;
  }
  const head = await database.selectFrom('audit_head').select(['id', 'hash']).executeTakeFirst();
  const isEnd = head?.id === last.id && head.hash === last.hash;
  return isEnd ? { isWhole: true, lines: last.id } : { isWhole: false, brokenAt: last.id + 1 };
}
