import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for a set of rows named `r` that is passed as one parameter: a statement with a thousand rows is planned like one with a single row. `columns` maps each
 * column to its type.
 */
export const recordset = <Row extends Readonly<Record<string, unknown>>>(
  rows: readonly Row[],
  columns: Readonly<
    Record<keyof Row & string, 'text' | 'text[]' | 'timestamptz' | 'boolean' | 'integer' | 'double precision' | 'json' | 'jsonb'>
  >,
): RawBuilder<Row> =>
  sql<Row>`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  )})`;
