/**
 * Converts the state to JSON with sorted names (`canonicalState`), which is equal for equal states; computes the `differences` of two states and applies them
 * (`applied`).
 */

import type { DeviceRow } from './fleet.ts';
import { listOf, type Rows } from './persistentRows.ts';
import type { RootState } from './store.ts';

/** An object of JSON. */
interface JsonObject {
  readonly [name: string]: Json;
}
/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** Returns whether a value is a JSON array. */
export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);
/** Returns whether a value is a JSON object. */
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

// Only own properties count: a name such as `valueOf` also exists in the prototype.
const ownPart = (value: JsonObject, name: string): Json | undefined => (Object.hasOwn(value, name) ? value[name] : undefined);

/** Returns a value as JSON represents it, with the names of every object sorted. */
function sorted(value: unknown): Json {
  if (isList(value)) return value.map(sorted);
  if (isObject(value)) {
    const names = Object.keys(value).toSorted();
    return Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, sorted(value[name])]])));
  }
  // JSON has no -0.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

const plainRows = (rows: Rows<DeviceRow>) => listOf(rows).map((row) => ({ ...row, errorBegan: undefined }));

/**
 * Returns the state of the console as a JSON value, with devices as lists, so that equal states give the same text, regardless of batches and keyframes. The
 * snapshot of pushed data and the starts of errors are omitted, because recordings and links of earlier versions lack them.
 */
export function canonicalState({ fleet, deviceData, ...slices }: RootState): Json {
  const devices = { rows: plainRows(fleet.rows), perSecondSnapshot: plainRows(fleet.perSecondSnapshot) };
  return sorted({ ...slices, deviceData: listOf(deviceData.rows), fleet: devices });
}

/** A part in which two values differ: `path` leads to the part; undefined stands for a missing part. */
export interface Difference {
  readonly path: readonly (string | number)[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Returns every part in which two values differ, as deep as possible. */
export function differences(before: Json | undefined, after: Json | undefined, path: Difference['path'] = []): readonly Difference[] {
  if (before === after) return [];
  if (isList(before) && isList(after))
    return Array.from({ length: Math.max(before.length, after.length) }).flatMap((_, index) =>
      differences(before[index], after[index], [...path, index]),
    );
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      differences(ownPart(before, name), ownPart(after, name), [...path, name]),
    );
  return [{ path, before, after }];
}

/** Returns the value with these differences applied: `applied(a, differences(a, b))` is `b`. */
export function applied(before: Json | undefined, changes: readonly Difference[]): Json | undefined {
  const whole = changes.find(({ path }) => path.length === 0);
  if (whole !== undefined) return whole.after;
  const inside = new Map<string | number, Difference[]>();
  let length = isList(before) ? before.length : 0;
  for (const { path, ...values } of changes) {
    const [name = '', ...rest] = path;
    inside.set(name, [...(inside.get(name) ?? []), { path: rest, ...values }]);
    if (typeof name === 'number') length = Math.max(length, name + 1);
  }
  const partOf = (name: string | number, part: Json | undefined) => applied(part, inside.get(name) ?? []);
  if (isList(before)) return Array.from({ length }, (_, index) => partOf(index, before[index])).filter((part) => part !== undefined);
  if (!isObject(before)) return before;
  const names = new Set([...Object.keys(before), ...[...inside.keys()].map(String)]);
  const parts = [...names].map((name) => [name, partOf(name, ownPart(before, name))] as const);
  return sorted(Object.fromEntries(parts));
}
