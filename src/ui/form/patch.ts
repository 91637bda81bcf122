/** The changed fields of a draft (`patchOf`), its problems (`updateProblems`, `firstProblem`), and the equality of values (`isSameValue`). */

/** The displayed problem of each field of a draft; missing or undefined for a valid field. */
export type Problems<Draft> = { readonly [Name in keyof Draft]?: string | undefined };

/** For each field, the fields that are validated again when it changes, e.g. the name, which must be unique within another place. */
export type Rechecked<Draft> = { readonly [Name in keyof Draft]?: readonly (keyof Draft)[] };

/** Returns the problems of an update: those of its changed fields and of the fields that are validated again with them. Source: FORM10. */
export function updateProblems<Draft extends object>(
  problems: Problems<Draft>,
  patch: Partial<Draft>,
  rechecked: Rechecked<Draft> = {},
): Problems<Draft> {
  const checked = new Set<PropertyKey>();
  for (const name in patch) {
    checked.add(name);
    for (const other of rechecked[name] ?? []) checked.add(other);
  }
  const unchecked = Object.keys(problems).filter((name) => !checked.has(name));
  return { ...problems, ...Object.fromEntries(unchecked.map((name) => [name, undefined])) };
}

/** Returns whether two field values are equal; objects are compared as JSON. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** Returns the fields of a draft that differ from the stored values: the body of an update. */
export function patchOf<Draft extends object>(stored: Draft, draft: Draft): Partial<Draft> {
  const patch: Partial<Draft> = {};
  for (const name in draft) if (!isSameValue(stored[name], draft[name])) patch[name] = draft[name];
  return patch;
}

/** Returns a patch without its empty texts, for an update that ignores empty texts. */
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
