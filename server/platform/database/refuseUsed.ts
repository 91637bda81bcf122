import { sql, type Kysely, type RawBuilder } from 'kysely';
import { MOST_COUNTED, type Use, usedText } from '#domain/text/usedText';
import { conflict } from '../failure.ts';
import type { Database } from './tables.ts';

/** What may use something, and its noun. */
export interface Uses {
  /** Rows of SQL; `own` is a test of the column `organisation`, or true. */
  readonly rows: (own: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly one: string;
  readonly many: string;
}

/** Which organisations' things the caller may count. */
type Scope = 'all' | ReadonlySet<string>;

async function countedFor(database: Kysely<Database>, uses: readonly Uses[], own: RawBuilder<unknown>): Promise<readonly Use[]> {
  const found: Use[] = [];
  // One after the other: a transaction has one connection.
  for (const { rows, one, many } of uses) {
    const counted = sql<{
      count: number;
    }>`select count(*)::integer as count from (${rows(own)} limit ${sql.lit(MOST_COUNTED + 1)}) as each`;
    const [{ count } = { count: 0 }] = (await counted.execute(database)).rows;
    found.push({ count, one, many });
  }
  return found;
}

/**
 * Throws 409 with the words by what something is used; nothing when nothing uses it. Counted are things of the caller's organisations; where those of others
 * alone use it, their kinds are named without numbers. Source: REMOVE1.
 */
export async function refuseUsed(database: Kysely<Database>, name: string, uses: readonly Uses[], scope: Scope): Promise<void> {
  const all = sql`true`;
  const own = scope === 'all' ? all : sql`organisation = any(${[...scope]}::text[])`;
  const counted = usedText(name, await countedFor(database, uses, own));
  if (counted !== undefined) throw conflict(counted);
  const kinds = scope === 'all' ? undefined : usedText(name, await countedFor(database, uses, all), false);
  if (kinds !== undefined) throw conflict(kinds);
}

/** Returns rows of a table where a test holds, as `refuseUsed` counts them. */
export const rowsWhere =
  (table: 'incident' | 'treatment' | 'deployment' | 'command' | 'device', test: RawBuilder<unknown>): Uses['rows'] =>
  (own) =>
    sql`select 1 from ${sql.table(table)} where ${test} and ${own}`;
