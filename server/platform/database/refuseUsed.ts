import { sql, type Kysely, type RawBuilder } from 'kysely';
import { MOST_COUNTED, MOST_NAMED, type UseCount, usedText } from '#domain/text/usedText';
import { conflict } from '../failure/failure.ts';
import type { Scope } from '../principal.ts';
import type { Database } from './tables.ts';

/** A kind of rows that may use an entity, and its noun. */
export interface UseQuery {
  /** Returns SQL for the rows; `own` is a condition on the column `organisation`, or true. */
  readonly rows: (own: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly one: string;
  readonly many: string;
  /** Whether the rows have a column `name`, which the message shows for a few of them. */
  readonly isNamed?: boolean;
}

async function countedFor(database: Kysely<Database>, uses: readonly UseQuery[], own: RawBuilder<unknown>): Promise<readonly UseCount[]> {
  const found: UseCount[] = [];
  // The queries run one after another, because a transaction has only one connection.
  for (const { rows, one, many, isNamed = false } of uses) {
    const named = isNamed ? sql`(array_agg(name order by name))[1:${sql.lit(MOST_NAMED)}]` : sql`null`;
    const counted = sql<{
      count: number;
      names: readonly string[] | null;
    }>`select count(*)::integer as count, ${named} as names from (${rows(own)} limit ${sql.lit(MOST_COUNTED + 1)}) as each`;
    const [{ count, names } = { count: 0, names: null }] = (await counted.execute(database)).rows;
    found.push({ count, one, many, names: names ?? undefined });
  }
  return found;
}

/**
 * Refuses a removal: throws 409 naming the uses of an entity. Uses by the caller's organisations are counted; if only others use it, the kinds are named
 * without numbers. With `still`, only current uses are considered. Source: REMOVE1, ARCHIVE1.
 */
export async function refuseUsed(
  database: Kysely<Database>,
  name: string,
  uses: readonly UseQuery[],
  scope: Scope,
  still = false,
): Promise<void> {
  const all = sql`true`;
  const own = scope === 'all' ? all : sql`organisation = any(${[...scope]}::text[])`;
  const counted = usedText(name, await countedFor(database, uses, own), { still });
  if (counted !== undefined) throw conflict(counted);
  const kinds = scope === 'all' ? undefined : usedText(name, await countedFor(database, uses, all), { still, isCounted: false });
  if (kinds !== undefined) throw conflict(kinds);
}

/** Returns whether anything uses an entity, in the caller's scope or elsewhere. */
export const isUsed = async (database: Kysely<Database>, uses: readonly UseQuery[]): Promise<boolean> =>
  (await countedFor(database, uses, sql`true`)).some(({ count }) => count > 0);

/** Returns rows of a table that match a condition, in the form that `refuseUsed` counts. */
export const rowsWhere =
  (
    table: 'incident' | 'treatment' | 'deployment' | 'command' | 'device' | 'device_event' | 'device_log',
    test: RawBuilder<unknown>,
  ): UseQuery['rows'] =>
  (own) =>
    sql`select 1 from ${sql.table(table)} where ${test} and ${own}`;
