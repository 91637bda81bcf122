import { z } from '#contract/schema';

/** A value read by its schema, without the items of lists that could not be read; `unreadCount` says how many those were. */
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

/** Upper bound of rounds; more than any nesting of lists needs. */
const MAX_ROUNDS = 50;

/** The step from a schema to what lies under a key; undefined where the schema does not say. */
function below(schema: AnySchema, key: PropertyKey): Step | undefined {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) return below(schema.def.innerType, key);
  if (schema instanceof z.ZodMiniPipe) return below(schema.def.in, key);
  if (schema instanceof z.ZodMiniArray) return { schema: schema.def.element, isItem: true };
  if (schema instanceof z.ZodMiniRecord) return { schema: schema.def.valueType, isItem: true };
  if (!(schema instanceof z.ZodMiniObject)) return undefined;
  const field: AnySchema | undefined = schema.shape[String(key)];
  return field && { schema: field, isItem: false };
}

/** The path of the innermost item that holds what could not be read; undefined when it lies in no list. */
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

/** The items to leave out, as a tree of keys: an empty branch is left out whole. */
type Branch = Map<PropertyKey, Branch>;

function addPath(tree: Branch, path: Path): void {
  let branch = tree;
  for (const key of path) {
    const next = branch.get(key) ?? new Map();
    branch.set(key, next);
    branch = next;
  }
  branch.clear();
}

const countLeaves = (branch: Branch): number =>
  branch.size === 0 ? 1 : [...branch.values()].reduce((sum, next) => sum + countLeaves(next), 0);

/** A copy of a JSON value without the items of the tree; what the tree does not name is shared. */
function without(json: unknown, tree: Branch): unknown {
  if (Array.isArray(json)) {
    return json.flatMap((item: unknown, index) => {
      const branch = tree.get(index);
      if (branch === undefined) return [item];
      return branch.size === 0 ? [] : [without(item, branch)];
    });
  }
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, value]) => {
      const branch = tree.get(key);
      if (branch === undefined) return [[key, value]];
      return branch.size === 0 ? [] : [[key, without(value, branch)]];
    }),
  );
}

/**
 * Reads a JSON value by its schema; an item of a list or a dictionary that does not fit is left out and counted, its neighbours stay. Null when the
 * value does not fit even so. Source: spec/any-server.md, ANY2.
 */
export function readTolerant<Schema extends z.ZodMiniType>(schema: Schema, json: unknown): TolerantReading<z.output<Schema>> | null {
  let current = json;
  let unreadCount = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const parsed = z.safeParse(schema, current);
    if (parsed.success) return { value: parsed.data, unreadCount };
    const tree: Branch = new Map();
    for (const { path } of parsed.error.issues) {
      const item = itemPath(schema, path);
      if (item === undefined) return null;
      addPath(tree, item);
    }
    current = without(current, tree);
    unreadCount += countLeaves(tree);
  }
  return null;
}
