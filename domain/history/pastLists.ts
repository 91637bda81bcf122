/** The lists that the server's history holds of a past moment: their rows as they were known then, newest first, and since when the list is whole. */

/** The lists of the history. */
export const pastListNames = ['commands', 'events', 'configuration', 'treatments', 'incidents'] as const;
/** A list of the history. */
export type PastListName = (typeof pastListNames)[number];

/** A row of a list: `row` is a row of the answer of its call, `at` the instant by which the list is sorted, ms since epoch. */
export interface PastRow {
  readonly id: string;
  readonly serial: string;
  readonly at: number;
  readonly row: unknown;
}

/** The rows of a list, newest first: all of those since an instant, in ms since epoch. */
export interface PastRows {
  readonly since: number;
  readonly rows: readonly PastRow[];
}

/** A change of a list: it begins anew with `since`, otherwise rows are added, or replaced by their ids. */
export interface PastRowsChange {
  readonly since?: number | undefined;
  readonly rows: readonly PastRow[];
}

const newestFirst = (rows: readonly PastRow[]) => rows.toSorted((one, other) => other.at - one.at);

/** Returns a list after a change; undefined while it has not begun. */
export function withChange(known: PastRows | undefined, { since, rows }: PastRowsChange): PastRows | undefined {
  if (since !== undefined) return { since, rows: newestFirst(rows) };
  if (known === undefined) return undefined;
  const ids = new Set(rows.map(({ id }) => id));
  return { since: known.since, rows: newestFirst([...rows, ...known.rows.filter(({ id }) => !ids.has(id))]) };
}
