/**
 * The lists that the server's history holds for a past moment: their rows as they were known, newest first, and the instant since which the list is
 * complete.
 */

/** The lists of the history. */
export const pastListNames = ['commands', 'events', 'configuration', 'treatments', 'incidents'] as const;
/** A list of the history. */
export type PastListName = (typeof pastListNames)[number];

/** A row of a list: `row` is a row of the response of its call, `at` the instant by which the list is sorted, ms since epoch. */
export interface PastRow {
  readonly id: string;
  readonly serial: string;
  readonly at: number;
  readonly row: unknown;
}

/** The rows of a list, newest first; complete since the instant `since`, in ms since epoch. */
export interface PastRows {
  readonly since: number;
  readonly rows: readonly PastRow[];
}

/** A change of a list: with `since` the list starts over, otherwise rows are added, or replaced by id. */
export interface PastRowsChange {
  readonly since?: number | undefined;
  readonly rows: readonly PastRow[];
}

const newestFirst = (rows: readonly PastRow[]) => rows.toSorted((one, other) => other.at - one.at);

/** Returns a list after a change; undefined while it has not started. */
export function withChange(known: PastRows | undefined, { since, rows }: PastRowsChange): PastRows | undefined {
  if (since !== undefined) return { since, rows: newestFirst(rows) };
  if (known === undefined) return undefined;
  const ids = new Set(rows.map(({ id }) => id));
  return { since: known.since, rows: newestFirst([...rows, ...known.rows.filter(({ id }) => !ids.has(id))]) };
}
