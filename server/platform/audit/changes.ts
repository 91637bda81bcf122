/** The fields that a call changed, collected for its line of the audit record. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { MASK, SECRET_NAME } from '#domain/text/secretMask';

/** A changed field, with its values before and after; null for a missing value. The name of a nested field is its path, such as `metadata.wheel_type`. */
export interface FieldChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The state of an entity by its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Maximum number of changed fields per line, and maximum length of a name and of a value; longer ones are truncated. */
const MAX_FIELDS = 40;
const MAX_NAME = 100;
const MAX_VALUE = 200;

/**
 * Metadata may later have any field marked as a secret by a schema, so its values are recorded only in the actions of the device, which are masked when they
 * are read.
 */
const METADATA = /^metadata\./;

/** The changes of a call so far, by field, and those that remain even if the call fails. */
interface Noted {
  readonly known: Map<string, FieldChange>;
  done: readonly FieldChange[];
}

// A change is recorded deep inside a call, in the transaction that knows the previous value; the line of the call is written around it.
const noted = new AsyncLocalStorage<Noted>();

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
/** PostgreSQL accepts neither NUL nor a lone surrogate. */
const storable = (text: string, length: number) => Buffer.from(cut(text, length)).toString('utf8').replaceAll('\0', '\uFFFD');

/** Returns the values of nested fields by their paths; an empty group is a single value. */
function leavesOf(fields: Fields, before = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const path = `${before}${name}`;
    return isFields(value) && Object.keys(value).length > 0 ? leavesOf(value, `${path}.`) : [[path, value] as const];
  });
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return value.toISOString();
  return storable(typeof value === 'string' ? value : JSON.stringify(value), MAX_VALUE);
}

/** Two states of an entity; a state is null if the entity does not exist in it. */
interface States {
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** Returns the paths whose values differ, including values that differ only after the length to which they are truncated. */
function differingPaths({ before, after }: States): readonly string[] {
  const [was, is] = [new Map(leavesOf(before ?? {})), new Map(leavesOf(after ?? {}))];
  const jsonOf = (value: unknown) => JSON.stringify(value === '' ? null : (value ?? null));
  return [...new Set([...was.keys(), ...is.keys()])].filter((path) => jsonOf(was.get(path)) !== jsonOf(is.get(path)));
}

/**
 * Returns the differences between two states of an entity, with the values of `shown`: the same states without secrets, so that a changed secret is recorded as
 * a change without its values. Secrets are also recognised by their field names.
 */
export function fieldChanges(before: Fields | null, after: Fields | null, shown: States = { before, after }): readonly FieldChange[] {
  const differing = differingPaths({ before, after });
  const [was, is] = [new Map(leavesOf(shown.before ?? {})), new Map(leavesOf(shown.after ?? {}))];
  // A group that is masked as a whole counts as changed if one of its fields is.
  const isChanged = (path: string) => differing.some((one) => one === path || one.startsWith(`${path}.`));
  return [...new Set([...was.keys(), ...is.keys()])].filter(isChanged).map((path) => {
    const hidden = (text: string | null) => (text !== null && (SECRET_NAME.test(path) || METADATA.test(path)) ? MASK : text);
    return { field: storable(path, MAX_NAME), from: hidden(textOf(was.get(path))), to: hidden(textOf(is.get(path))) };
  });
}

/** Records a change for the line of the current call; does nothing outside a call. A field that changes twice is recorded with its first and its last value. */
export function noteChange(before: Fields | null, after: Fields | null, shown?: States): void {
  const known = noted.getStore()?.known;
  if (known === undefined) return;
  for (const change of fieldChanges(before, after, shown)) {
    const earlier = known.get(change.field);
    known.set(change.field, earlier === undefined ? change : { ...change, from: earlier.from });
  }
}

/** Returns the recorded changes in the format of a line: sorted by name, and limited. */
function lineOf(known: ReadonlyMap<string, FieldChange>): readonly FieldChange[] {
  const all = [...known.values()].toSorted((one, other) => (one.field < other.field ? -1 : 1));
  if (all.length <= MAX_FIELDS) return all;
  return [...all.slice(0, MAX_FIELDS - 1), { field: '…', from: null, to: `${all.length - MAX_FIELDS + 1} more fields` }];
}

/** Records a change that is already done: the line of the call has the change even if the call fails afterwards. Source: AUDITC4. */
export function noteDone(before: Fields | null, after: Fields | null): void {
  noteChange(before, after);
  const store = noted.getStore();
  if (store !== undefined) store.done = lineOf(store.known);
}

/** Removes the record of a change that `noteDone` has recorded, because the change was undone. */
export function noteUndone(before: Fields | null, after: Fields | null): void {
  const store = noted.getStore();
  if (store === undefined) return;
  for (const { field } of fieldChanges(before, after)) store.known.delete(field);
  store.done = lineOf(store.known);
}

/** The answer of a call or its failure, with the changes that the call made. */
type Outcome<T> = { readonly changes: readonly FieldChange[] } & (
  | { readonly ok: true; readonly answer: T }
  | { readonly ok: false; readonly error: unknown }
);

/** Runs a call, and returns its outcome with the recorded changes; for a call that fails, only those recorded by `noteDone`. Never rejects. */
export async function withChanges<T>(run: () => Promise<T>): Promise<Outcome<T>> {
  const store: Noted = { known: new Map(), done: [] };
  try {
    const answer = await noted.run(store, run);
    return { ok: true, answer, changes: lineOf(store.known) };
  } catch (error) {
    return { ok: false, error, changes: store.done };
  }
}
