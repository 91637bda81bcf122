/** The rows of a list of limited length, and whether there are more. */
export interface NewestRows<Row> {
  readonly rows: readonly Row[];
  /** The field of the response; absent if the list is complete. */
  readonly older: { readonly has_older?: true };
}

/**
 * Returns the newest rows of a long list, at most `most`, and whether there are older ones. The query is sorted newest first and limited to `most + 1` rows.
 */
export const newestRows = <Row>(found: readonly Row[], most: number): NewestRows<Row> => ({
  rows: found.slice(0, most),
  older: found.length > most ? { has_older: true } : {},
});
