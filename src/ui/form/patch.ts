/** What is wrong with each field of a draft, as people read it; a field without a problem is missing or undefined. */
export type Problems<Draft> = { readonly [Name in keyof Draft]?: string | undefined };

/** Whether two values of a field are the same; lists and records are compared by what they hold. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** The fields of a draft whose value differs from the stored one: what an update sends. */
export function patchOf<Draft extends object>(stored: Draft, draft: Draft): Partial<Draft> {
  const patch: Partial<Draft> = {};
  for (const name in draft) if (!isSameValue(stored[name], draft[name])) patch[name] = draft[name];
  return patch;
}

/** A patch without its empty texts, for an update that skips them. */
export function withoutEmpty<Patch extends object>(patch: Patch): Partial<Patch> {
  const rest: Partial<Patch> = {};
  for (const name in patch) if (patch[name] !== '') rest[name] = patch[name];
  return rest;
}

/** The first problem of a draft in the order of its fields; undefined for a sound one. */
export function firstProblem<Draft extends object>(problems: Problems<Draft>): string | undefined {
  for (const name in problems) if (problems[name] !== undefined) return problems[name];
  return undefined;
}
