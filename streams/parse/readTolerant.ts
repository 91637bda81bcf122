import { z } from '#contract/schema';
import { OUTCOMES } from '#domain/commands/isDone';
import { isContainer, pathsOf, recordOf, stepsOf, type AnySchema, type Path } from './schemaSteps.ts';

/** A value that was read by its schema, without its unreadable parts; `unreadCount` is the number of these items and fields. */
export interface TolerantReading<Value> {
  readonly value: Value;
  readonly unreadCount: number;
}

/** Maximum number of rounds; no nesting of lists needs more. */
const MAX_ROUNDS = 50;

/** Fields that identify a record, in order of preference; without these, the first required field that ends in `_id`, then `name`. */
const KEYS: readonly string[] = ['id', 'serial', 'email', 'key', 'code'];

function findKey(schema: AnySchema): string | undefined {
  const fields: Readonly<Record<string, AnySchema>> = recordOf(schema)?.shape ?? {};
  const required = Object.keys(fields).filter((name) => fields[name] && missingValue(fields[name]) === null);
  const isId = (name: string) => name.endsWith('_id');
  return KEYS.find((name) => required.includes(name)) ?? required.find(isId) ?? required.find((name) => name === 'name');
}

const knownKeys = new WeakMap<AnySchema, { readonly key: string | undefined }>();

/**
 * Returns the field that identifies the records of a schema and must not be replaced by a default; undefined for records that are identified by their position.
 */
function keyOf(schema: AnySchema): string | undefined {
  const known = knownKeys.get(schema) ?? { key: findKey(schema) };
  knownKeys.set(schema, known);
  return known.key;
}

/** A placeholder for a missing instant while the rest is read; it is replaced by '' afterwards. */
const NO_INSTANT = '0001-01-01T00:00:00.000000001Z';
/** A default that replaces an unreadable field. */
interface StandIn {
  readonly value: unknown;
}

const fitting = (schema: AnySchema, values: readonly unknown[]): StandIn | null => {
  const at = values.findIndex((value) => z.safeParse(schema, value).success);
  return at === -1 ? null : { value: values[at] };
};

/** Returns the value of an optional field that is missing; null if the field is required. */
const missingValue = (schema: AnySchema): StandIn | null => fitting(schema, [undefined, null]);

/** Returns the default of a field, '' for a text or an instant; null if there is none that fits. */
const defaultOf = (field: AnySchema): StandIn | null => missingValue(field) ?? fitting(field, ['', NO_INSTANT]);

/** The repair of an unreadable value: an item of a list is omitted (`standIn` null), a field is replaced by a default. */
interface Mend {
  readonly path: Path;
  readonly standIn: StandIn | null;
}

/**
 * Returns the smallest part that can be omitted or replaced because of an unreadable value: the field, otherwise the record or list that contains it, and so on
 * up to the item of a list. Undefined if the value belongs to a required field of the outermost frame, or identifies a record that cannot be replaced.
 */
function mendOf(schema: AnySchema, path: Path, isRow: boolean): Mend | undefined {
  const steps = stepsOf(schema, path);
  // A part whose key is missing is omitted if it is optional; otherwise it is kept without the key.
  let nested: Mend | undefined;
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const step = steps[at];
    if (step === undefined) return undefined;
    const place = path.slice(0, at + 1);
    if (step.isItem) return nested ?? { path: place, standIn: null };
    if (at === 0 && !isRow) {
      const isRequired = isContainer(step.schema) || OUTCOMES.has(String(path[at]));
      const missing = isRequired ? null : missingValue(step.schema);
      return nested ?? (missing && { path: place, standIn: missing }) ?? undefined;
    }
    const holder = steps[at - 1];
    const standIn = defaultOf(step.schema);
    const isKey = missingValue(step.schema) === null && keyOf(holder?.schema ?? schema) === path[at];
    if (standIn !== null && !isKey) return { path: place, standIn };
    if (standIn !== null && at > (isRow ? 0 : 1) && holder?.isItem === false) nested ??= { path: place, standIn };
  }
  return nested;
}

/** The parts to omit or replace, as a tree of keys: an empty branch is omitted entirely; a default replaces a field. */
type Branch = Map<PropertyKey, Branch | StandIn>;

function addPath(tree: Branch, path: Path, end: StandIn | null): void {
  let branch = tree;
  for (const [at, key] of path.entries()) {
    const isLast = at === path.length - 1;
    const known = branch.get(key);
    // Defaults are not added to a branch that is omitted entirely or replaced.
    if (known !== undefined && (!(known instanceof Map) || known.size === 0)) return;
    if (isLast) {
      branch.set(key, end ?? new Map());
      return;
    }
    const next: Branch = known instanceof Map ? known : new Map();
    branch.set(key, next);
    branch = next;
  }
}

/** Returns whether a value is the placeholder of a missing instant. */
const isNoInstant = (value: unknown): boolean => value === NO_INSTANT;

/** Returns a copy of the read value with '' for missing instants; the same value when nothing changes. */
function withoutStandIns(value: unknown): unknown {
  if (isNoInstant(value)) return '';
  if (Array.isArray(value)) return value.map(withoutStandIns);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutStandIns(inner)]));
}

/** Returns the number of omitted items or, if `isOfFields`, of fields that were replaced by a default. */
function countLeaves(branch: Branch, isOfFields: boolean): number {
  return [...branch.values()].reduce((sum, next) => {
    if (!(next instanceof Map)) return sum + (isOfFields ? 1 : 0);
    return sum + (next.size === 0 ? (isOfFields ? 0 : 1) : countLeaves(next, isOfFields));
  }, 0);
}

/** Returns a copy of a JSON value in which the parts of the tree are omitted or replaced; all other parts are shared. */
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

/** The options of a reading. `isRow` means that the value itself is an item with a key, for example a push, instead of the frame around a list. */
interface Options {
  readonly isRow?: boolean;
}

/** The read value, with the number of its omitted items and the number of its replaced fields. */
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
    // The value is the schema's output, except for the texts that replace missing instants.
    if (parsed.success) {
      return { value: fieldCount > 0 ? (withoutStandIns(parsed.data) as typeof parsed.data) : parsed.data, itemCount, fieldCount };
    }
    const tree: Branch = new Map();
    for (const path of parsed.error.issues.flatMap((issue) => pathsOf(schema, issue))) {
      const mend = mendOf(schema, path, isRow);
      if (mend === undefined) return null;
      addPath(tree, mend.path, mend.standIn);
    }
    current = without(current, tree);
    itemCount += countLeaves(tree, false);
    fieldCount += countLeaves(tree, true);
  }
  return null;
}

/**
 * Reads a JSON value by its schema, field by field; omits and counts unreadable items of lists. An unreadable field of a record gets a default if the schema
 * allows one ('' for a text or an instant). A record without its key, or with a field that has no default, is omitted: as an optional part of the record around
 * it, or as an item of a list or dictionary, of which the other items are kept. An unreadable value in the frame around the records is omitted if it is
 * optional, except the outcome of a change: without the outcome, a successful change would be reported as failed. Omitted parts are counted. Returns null if
 * the value still does not fit, or if another field of the frame does not. Source: spec/any-server.md, ANY2, ANY10.
 */
export function readTolerant<Schema extends z.ZodMiniType>(
  schema: Schema,
  json: unknown,
  options: Options = {},
): TolerantReading<z.output<Schema>> | null {
  const reading = read(schema, json, options);
  return reading && { value: reading.value, unreadCount: reading.itemCount + reading.fieldCount };
}

/** Returns whether a value that was read earlier still fits its schema, with defaults for missing fields. */
export const isTolerable = (schema: z.ZodMiniType, value: unknown): boolean => read(schema, value, {})?.itemCount === 0;
