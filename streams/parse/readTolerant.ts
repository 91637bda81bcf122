import { z } from '#contract/schema';

/** A value read by its schema, without the parts that could not be read; `unreadCount` is the number of those items and fields. */
export interface TolerantReading<Value> {
  readonly value: Value;
  readonly unreadCount: number;
}

type Path = readonly PropertyKey[];
type AnySchema = z.core.$ZodType;

/** The schema below one step of a path; `isItem` when the step leads to an item of a list or a dictionary. */
interface Step {
  readonly schema: AnySchema;
  readonly isItem: boolean;
}

/** Upper bound of the rounds; no nesting of lists needs more. */
const MAX_ROUNDS = 50;

/** Returns the schema below a key; undefined when the schema does not define it. */
function below(schema: AnySchema, key: PropertyKey): Step | undefined {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) return below(schema.def.innerType, key);
  if (schema instanceof z.ZodMiniPipe) return below(schema.def.in, key);
  if (schema instanceof z.ZodMiniArray) return { schema: schema.def.element, isItem: true };
  if (schema instanceof z.ZodMiniRecord) return { schema: schema.def.valueType, isItem: true };
  if (!(schema instanceof z.ZodMiniObject)) return undefined;
  const field: AnySchema | undefined = schema.shape[String(key)];
  return field && { schema: field, isItem: false };
}

/** Returns the path of the innermost item that holds the unreadable value; undefined when the value lies in no list. */
function itemPath(schema: AnySchema, path: Path): Path | undefined {
  let found: Path | undefined;
  let here: AnySchema | undefined = schema;
  for (let index = 0; index < path.length && here !== undefined; index += 1) {
    const key = path[index];
    const step: Step | undefined = key === undefined ? undefined : below(here, key);
    if (step?.isItem === true) found = path.slice(0, index + 1);
    here = step?.schema;
  }
  return found;
}

/** Fields that identify an item, here or elsewhere: an item without one of them is dropped, since no default can replace it. */
const KEYS: ReadonlySet<PropertyKey> = new Set(['id', 'serial', 'email', 'key', 'code', 'type', 'name']);
const isKey = (name: PropertyKey): boolean => KEYS.has(name) || (typeof name === 'string' && name.endsWith('_id'));

/** An instant that replaces a missing one while the rest is read; afterwards, '' replaces it. */
const NO_INSTANT = '0001-01-01T00:00:00.000000001Z';
/** Defaults for missing values, in order of preference. */
const MISSING_VALUES: readonly unknown[] = [undefined, null, '', NO_INSTANT];

/** Returns the default for a field that could not be read; null if the field is a key, or if no default fits. */
function standIn(schema: AnySchema, path: Path): { readonly value: unknown } | null {
  const name = path.at(-1);
  let here: AnySchema | undefined = schema;
  let isField = false;
  for (const key of path) {
    const step: Step | undefined = here && below(here, key);
    isField = step !== undefined && !step.isItem;
    here = step?.schema;
  }
  if (here === undefined || name === undefined || !isField || isKey(name)) return null;
  const found = here;
  const fits = MISSING_VALUES.find((value) => z.safeParse(found, value).success);
  return fits === undefined && !z.safeParse(found, undefined).success ? null : { value: fits };
}

/** The items to omit, as a tree of keys: an empty branch is omitted entirely; a default replaces a field. */
type Branch = Map<PropertyKey, Branch | { readonly value: unknown }>;

function addPath(tree: Branch, path: Path, end: { readonly value: unknown } | null): void {
  let branch = tree;
  for (const [at, key] of path.entries()) {
    const isLast = at === path.length - 1;
    const known = branch.get(key);
    // A branch that is omitted entirely needs no defaults.
    if (known instanceof Map && known.size === 0) return;
    if (isLast) {
      branch.set(key, end ?? new Map());
      return;
    }
    const next: Branch = known instanceof Map ? known : new Map();
    branch.set(key, next);
    branch = next;
  }
}

/** Returns whether a value is the default of a missing instant. */
const isNoInstant = (value: unknown): boolean => value === NO_INSTANT;

/** Returns a copy of the read value with '' for missing instants; the same value when nothing changes. */
function withoutStandIns(value: unknown): unknown {
  if (isNoInstant(value)) return '';
  if (Array.isArray(value)) return value.map(withoutStandIns);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutStandIns(inner)]));
}

/** Returns the number of items that were omitted and of fields that were given a default. */
function countLeaves(branch: Branch, isOfFields: boolean): number {
  return [...branch.values()].reduce((sum, next) => {
    if (!(next instanceof Map)) return sum + (isOfFields ? 1 : 0);
    return sum + (next.size === 0 ? (isOfFields ? 0 : 1) : countLeaves(next, isOfFields));
  }, 0);
}

/** Returns a copy of a JSON value without the items of the tree; parts that the tree does not name are shared. */
function without(json: unknown, tree: Branch): unknown {
  if (Array.isArray(json)) {
    return json.flatMap((item: unknown, index) => {
      const branch = tree.get(index);
      if (branch === undefined || !(branch instanceof Map)) return [item];
      return branch.size === 0 ? [] : [without(item, branch)];
    });
  }
  if (typeof json !== 'object' || json === null) return json;
  const kept = Object.entries(json).flatMap(([key, value]) => {
    const branch = tree.get(key);
    if (branch === undefined) return [[key, value]];
    return !(branch instanceof Map) || branch.size === 0 ? [] : [[key, without(value, branch)]];
  });
  const stood = [...tree].flatMap(([key, branch]) => (branch instanceof Map || branch.value === undefined ? [] : [[key, branch.value]]));
  return Object.fromEntries([...kept, ...stood]);
}

/** The options of a reading. `isRow` means that the value itself is an item with a key, for example a push, and not the frame around a list. */
interface Options {
  readonly isRow?: boolean;
}

/** The read value, with the number of its missing items and of its missing fields. */
interface Read<Value> {
  readonly value: Value;
  readonly itemCount: number;
  readonly fieldCount: number;
}

function read<Schema extends z.ZodMiniType>(schema: Schema, json: unknown, { isRow = false }: Options): Read<z.output<Schema>> | null {
  let current = json;
  let itemCount = 0;
  let fieldCount = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const parsed = z.safeParse(schema, current);
    // Differs from the schema's output only in the texts that replace instants.
    if (parsed.success) {
      return { value: fieldCount > 0 ? (withoutStandIns(parsed.data) as typeof parsed.data) : parsed.data, itemCount, fieldCount };
    }
    const tree: Branch = new Map();
    for (const { path } of parsed.error.issues) {
      const item = itemPath(schema, path);
      const field = item !== undefined || isRow ? standIn(schema, path) : null;
      const place = field === null ? item : path;
      if (place === undefined) return null;
      addPath(tree, place, field);
    }
    current = without(current, tree);
    itemCount += countLeaves(tree, false);
    fieldCount += countLeaves(tree, true);
  }
  return null;
}

/**
 * Reads a JSON value by its schema, field by field; drops and counts unreadable items of lists. An unreadable field of an item gets a default if the schema
 * allows one ('' for a text or an instant). An item of a list or dictionary without its key, or with a field that has no default, is dropped; its neighbours
 * are kept. Missing parts are counted. Null when the value still does not fit. Source: spec/any-server.md, ANY2.
 */
export function readTolerant<Schema extends z.ZodMiniType>(
  schema: Schema,
  json: unknown,
  options: Options = {},
): TolerantReading<z.output<Schema>> | null {
  const reading = read(schema, json, options);
  return reading && { value: reading.value, unreadCount: reading.itemCount + reading.fieldCount };
}

/** Returns whether a value that was read before still fits its schema, with the defaults of missing fields. */
export const isTolerable = (schema: z.ZodMiniType, value: unknown): boolean => read(schema, value, {})?.itemCount === 0;
