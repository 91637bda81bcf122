interface Archived {
  readonly archived?: boolean | null | undefined;
}

/**
 * Returns the entities that are offered in choices and shown in lists at first: those that are not archived, and the one that is chosen already. The
 * same list where nothing is archived. Source: ARCHIVE2.
 */
export function withoutArchived<T extends Archived & { readonly id: string }>(things: readonly T[], chosen?: string | null): readonly T[] {
  if (!things.some(({ archived }) => archived === true)) return things;
  return things.filter(({ id, archived }) => archived !== true || id === chosen);
}
