/** A row with a key that is unique in its list. */
export type Keyed<Row> = Row & { readonly key: string };

/**
 * Returns rows with distinct keys: the result of `keyOf` and, for a repeated key, a number. A row keeps its key when others are added after it. Source: ANY16.
 */
export function withKeys<Row extends object>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Keyed<Row>[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const key = keyOf(row);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return { ...row, key: count === 0 ? key : `${key}\n${count}` };
  });
}

/** Returns the key of a keyed row. */
export const keyOfKeyed = ({ key }: { readonly key: string }): string => key;
