/** Finds the schemas below a schema, step by step along the path of a value. */

import { z } from '#contract/schema';

/** The keys that lead from a value to a value inside it. */
export type Path = readonly PropertyKey[];
/** Any schema. */
export type AnySchema = z.core.$ZodType;

/** The schema below one step of a path; `isItem` when the step leads to an item of a list or a dictionary. */
interface Step {
  readonly schema: AnySchema;
  readonly isItem: boolean;
}

/** Returns the schema inside an optional, nullable or transforming schema; any other schema unchanged. */
function inner(schema: AnySchema): AnySchema {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) return inner(schema.def.innerType);
  if (schema instanceof z.ZodMiniPipe) return inner(schema.def.in);
  return schema;
}

/** Returns the position of the only record with fields among the options of a union; undefined if there is none or more than one. */
function recordAt(schema: z.ZodMiniUnion): number | undefined {
  const isRecord = (option: AnySchema) => option instanceof z.ZodMiniObject && Object.keys(option.shape).length > 0;
  const places = schema.def.options.flatMap((option, at) => (isRecord(inner(option)) ? [at] : []));
  return places.length === 1 ? places[0] : undefined;
}

/** Returns the record that a schema describes, also as one option of a union; undefined for any other schema. */
export function recordOf(schema: AnySchema): z.ZodMiniObject | undefined {
  const within = inner(schema);
  if (within instanceof z.ZodMiniObject) return within;
  const at = within instanceof z.ZodMiniUnion ? recordAt(within) : undefined;
  const option = within instanceof z.ZodMiniUnion && at !== undefined ? within.def.options[at] : undefined;
  return option && recordOf(option);
}

/** Returns the schema below a key; undefined when the schema does not define it. */
function below(schema: AnySchema, key: PropertyKey): Step | undefined {
  const within = inner(schema);
  if (within instanceof z.ZodMiniArray) return { schema: within.def.element, isItem: true };
  if (within instanceof z.ZodMiniRecord) return { schema: within.def.valueType, isItem: true };
  const field: AnySchema | undefined = recordOf(within)?.shape[String(key)];
  return field && { schema: field, isItem: false };
}

/** Returns the steps of a path, up to the first key that the schema does not define. */
export function stepsOf(schema: AnySchema, path: Path): readonly Step[] {
  const steps: Step[] = [];
  let here: AnySchema | undefined = schema;
  for (const key of path) {
    const step: Step | undefined = here && below(here, key);
    if (step === undefined) break;
    steps.push(step);
    here = step.schema;
  }
  return steps;
}

/** Returns the paths of the unreadable values of an issue. For a union with a record among its options, these are the paths within the record, if any. */
export function pathsOf(schema: AnySchema, issue: z.core.$ZodIssue): readonly Path[] {
  if (issue.code !== 'invalid_union') return [issue.path];
  const union = inner(stepsOf(schema, issue.path).at(-1)?.schema ?? schema);
  const at = union instanceof z.ZodMiniUnion ? recordAt(union) : undefined;
  const within = (at === undefined ? undefined : issue.errors[at]) ?? [];
  return within.length === 0 ? [issue.path] : within.map(({ path }) => [...issue.path, ...path]);
}

/** Returns whether a schema contains other values: an unreadable list or record must not be read as an empty one. */
export function isContainer(schema: AnySchema): boolean {
  const within = inner(schema);
  if (within instanceof z.ZodMiniUnion) return within.def.options.some(isContainer);
  return within instanceof z.ZodMiniObject || within instanceof z.ZodMiniArray || within instanceof z.ZodMiniRecord;
}
