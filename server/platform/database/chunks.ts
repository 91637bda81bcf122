/** Maximum number of rows per insert: PostgreSQL accepts 65,535 parameters. */
const ROWS_PER_INSERT = 1_000;

/** Splits rows into chunks of at most `size`. */
export function* chunks<Row>(rows: readonly Row[], size = ROWS_PER_INSERT): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
