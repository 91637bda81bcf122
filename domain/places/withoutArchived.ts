interface Archived {
  readonly archived?: boolean | null | undefined;
}

/**
 * Returns the entities offered in choices and initially shown in lists: those not archived, and the one already chosen. Returns the same list when nothing is
 * archived. Source: ARCHIVE2.
 */
export function withoutArchived<T extends Archived & { readonly id: string }>(things: readonly T[], chosen?: string | null): readonly T[] {
  if (!things.some(({ archived }) => archived === true)) return things;
  return things.filter(({ id, archived }) => archived !== true || id === chosen);
}
