/** The changed fields of a draft (`patchOf`), the equality of values, and the first problem. */

/** The problem of each field of a draft as displayed; missing or undefined for a valid field. */
export type Problems<Draft> = { readonly [Name in keyof Draft]?: string | undefined };

/** Returns whether two field values are equal; objects are compared as JSON. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** Returns the fields of a draft that differ from the stored values: the body of an update. */
export function patchOf<Draft extends object>(stored: Draft, draft: Draft): Partial<Draft> {
  const patch: Partial<Draft> = {};
  for (const name in draft) if (!isSameValue(stored[name], draft[name])) patch[name] = draft[name];
  return patch;
}

/** Returns a patch without empty texts, for an update that ignores them. */
export function withoutEmpty<Patch extends object>(patch: Patch): Partial<Patch> {
  const rest: Partial<Patch> = {};
  for (const name in patch) if (patch[name] !== '') rest[name] = patch[name];
  return rest;
}

/** Returns the first problem of a draft in the order of its fields; undefined for a valid draft. */
export function firstProblem<Draft extends object>(problems: Problems<Draft>): string | undefined {
  for (const name in problems) if (problems[name] !== undefined) return problems[name];
  return undefined;
}
