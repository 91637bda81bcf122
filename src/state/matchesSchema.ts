import type { z } from '#contract/schema';

// The door has parsed what the log holds, but the log holds it untyped. Asking the schema once per value gives the type back.
const known = new WeakMap<object, Map<z.ZodType, boolean>>();

/** Whether a value of the log is what the schema says; asked once per value, so that reading an answer again costs nothing. */
export function matchesSchema<Schema extends z.ZodType>(schema: Schema, value: unknown): value is z.output<Schema> {
  if (typeof value !== 'object' || value === null) return schema.safeParse(value).success;
  const verdicts = known.get(value) ?? new Map<z.ZodType, boolean>();
  const verdict = verdicts.get(schema) ?? schema.safeParse(value).success;
  known.set(value, verdicts.set(schema, verdict));
  return verdict;
}
