import type { AnswerOf, Call } from '#contract/call';
import type { z } from '#contract/schema';
import { isTolerable } from '#streams/parse/readTolerant';

// Responses are parsed at the boundary, but their values in the log are untyped. One check of the schema per value restores the type.
const known = new WeakMap<object, Map<z.ZodMiniType, boolean>>();

/** Returns whether a value of the log matches a schema; the result is cached per value. */
export function matchesSchema<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): value is z.output<Schema> {
  if (typeof value !== 'object' || value === null) return schema.safeParse(value).success;
  const verdicts = known.get(value) ?? new Map<z.ZodMiniType, boolean>();
  const verdict = verdicts.get(schema) ?? isTolerable(schema, value);
  known.set(value, verdicts.set(schema, verdict));
  return verdict;
}

/** Returns whether a value of the log is an answer of a call. */
export const isAnswerOf = <C extends Call>(call: C, value: unknown): value is AnswerOf<C> => matchesSchema(call.answer, value);
