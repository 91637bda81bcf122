import { isDeeper } from '../text/nesting.ts';
import { nestedTextProblem } from '../text/fieldText.ts';
import { resolveReference } from '../text/secretSchema.ts';
import { isRecord } from './metadataField.ts';

/** Maximum length of a metadata schema as JSON, in characters. */
const MAX_LENGTH = 20_000;
/** Maximum nesting depth of schemas. */
const MAX_DEPTH = 12;
/** Maximum number of schemas in a schema, including referenced ones; it bounds the time to check a value. */
const MAX_SCHEMAS = 1_000;

const types = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const isText = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;
const isType = (value: unknown) => (isList(value) ? value.every((one) => types.has(one)) : types.has(value));

/** A variable repetition: `+`, `*`, `?`, `{2,5}`. */
const VARIABLE = /[+*?]|\{\d+,\d*\}/g;
const UNBOUNDED = /[+*]|\{\d+,\}/g;
const CLASS = /\[\^?(?:[^[\]\\]|\\.)+\]/g;
const ATOMS = /^\^(?:(?:\\.|[^\\^$*+?()[\]{}|])(?:\{\d{1,2}(?:,\d{0,2})?\}|[?*+])?)*\$?$/;

/** Returns whether a pattern is known to match any text in bounded time: it is anchored by `^`, has no groups, and has few variable repetitions. */
export function isBoundedPattern(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 200) return false;
  const simple = value.replaceAll(CLASS, 'a');
  const counted = simple.replaceAll(/\\./g, 'a');
  return ATOMS.test(simple) && (counted.match(VARIABLE) ?? []).length <= 3 && (counted.match(UNBOUNDED) ?? []).length <= 1;
}

/** The check of a keyword's plain value, and the name of a valid value in the message. */
type Demand = readonly [isFit: (value: unknown) => boolean, what: string];
const each = (demand: Demand, words: readonly string[]) => words.map((word): readonly [string, Demand] => [word, demand]);
const plain: ReadonlyMap<string, Demand> = new Map([
  ...each([isText, 'a text'], ['title', 'description', 'format', '$schema', '$comment']),
  ...each([isFlag, 'true or false'], ['readOnly', 'writeOnly', 'deprecated', 'uniqueItems']),
  ...each([isNumber, 'a number'], ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']),
  ...each([isCount, 'a whole number'], ['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains']),
  ...each([isCount, 'a whole number'], ['minProperties', 'maxProperties']),
  ...each([() => true, 'anything'], ['default', 'examples', 'const', '$ref']),
  ...each([(value) => isNumber(value) && Number(value) > 0, 'a number above zero'], ['multipleOf']),
  ...each([isType, 'string, number, integer, boolean, object, array or null'], ['type']),
  ...each([isList, 'a list of values'], ['enum']),
  ...each([(value) => Array.isArray(value) && value.every(isText), 'a list of names'], ['required']),
  ...each([isBoundedPattern, 'a simple pattern: it begins with ^, has no groups, and at most one + or *'], ['pattern']),
]);
const oneSchema: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'contains', 'propertyNames']);
const manySchemas: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const namedSchemas: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

interface Walk {
  readonly root: unknown;
  /** The references that lead to the current schema. */
  readonly through: readonly string[];
  /** The keywords that lead to the current schema. */
  readonly path: readonly string[];
  /** Number of schemas visited so far. */
  readonly met: { count: number };
}

const at = ({ path }: Walk) => (path.length === 0 ? 'The schema' : path.join('.'));

function innerOf(word: string, value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (oneSchema.has(word)) return [[word, value]];
  if (manySchemas.has(word)) return isList(value) ? value.map((one, index) => [`${word}.${index}`, one] as const) : undefined;
  return isRecord(value) ? Object.entries(value).map(([name, one]) => [`${word}.${name}`, one] as const) : undefined;
}

function wordProblem(word: string, value: unknown, walk: Walk): string | undefined {
  const [isFit, what] = plain.get(word) ?? [];
  if (isFit !== undefined) return isFit(value) ? undefined : `${at(walk)}: ${word} must be ${what ?? ''}.`;
  if (word.startsWith('x-')) return undefined;
  if (!oneSchema.has(word) && !manySchemas.has(word) && !namedSchemas.has(word)) return `${at(walk)}: ${word} is not supported.`;
  const inner = innerOf(word, value);
  if (inner === undefined) return `${at(walk)}: ${word} must be ${manySchemas.has(word) ? 'a list of schemas' : 'schemas by name'}.`;
  return firstOf(inner, ([name, one]) => problemAt(one, { ...walk, path: [...walk.path, name] }));
}

function referenceProblem(reference: unknown, walk: Walk): string | undefined {
  if (typeof reference !== 'string' || !/^#\/(?:\$defs|definitions)\/[^/]+$/.test(reference))
    return `${at(walk)}: $ref must lead into this schema, as in "#/$defs/name".`;
  if (walk.through.includes(reference)) return `${at(walk)}: ${reference} refers to itself.`;
  const target = resolveReference(walk.root, reference);
  if (target === undefined) return `${at(walk)}: ${reference} leads to nothing.`;
  return problemAt(target, { ...walk, through: [...walk.through, reference] });
}

function firstOf<T>(items: readonly T[], problem: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = problem(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function problemAt(schema: unknown, walk: Walk): string | undefined {
  walk.met.count += 1;
  if (walk.met.count > MAX_SCHEMAS) return `The schema has more than ${MAX_SCHEMAS} parts.`;
  if (walk.path.length + walk.through.length > MAX_DEPTH) return 'The schema nests too deep.';
  if (typeof schema === 'boolean' && walk.path.length > 0) return undefined;
  if (!isRecord(schema)) return `${at(walk)} must be a JSON object.`;
  return (
    firstOf(Object.entries(schema), ([word, value]) => wordProblem(word, value, walk)) ??
    (schema['$ref'] === undefined ? undefined : referenceProblem(schema['$ref'], walk))
  );
}

/**
 * Returns why a JSON value must not become the metadata schema of a device type; undefined when it may. The time to check values by an
 * accepted schema is bounded by its size. Used by console and server. Source: SCHEMA1.
 */
export function schemaProblem(schema: unknown): string | undefined {
  if (!isRecord(schema)) return 'The schema must be a JSON object.';
  if (schema['type'] !== 'object') return 'The schema must have "type": "object".';
  if (isDeeper(schema)) return 'The schema nests too deep.';
  const problem = problemAt(schema, { root: schema, through: [], path: [], met: { count: 0 } });
  if (problem !== undefined) return problem;
  if (JSON.stringify(schema).length > MAX_LENGTH) return `The schema is longer than ${MAX_LENGTH} characters.`;
  return nestedTextProblem(schema, undefined, 'The schema');
}

/** Parses a schema from a text, or returns why it is not a valid schema. Source: SCHEMA1. */
export function schemaOfText(text: string): { readonly schema: Readonly<Record<string, unknown>> } | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'The schema must be JSON.' };
  }
  const problem = schemaProblem(value);
  return problem === undefined && isRecord(value) ? { schema: value } : { problem: problem ?? 'The schema must be a JSON object.' };
}
