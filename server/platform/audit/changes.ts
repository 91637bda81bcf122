import { AsyncLocalStorage } from 'node:async_hooks';
import { MASK, SECRET_NAME } from '#domain/text/secretMask';

/** A changed field, with what it held before and holds after; null for nothing. A field within others is named by its path, `metadata.wheel_type`. */
export interface FieldChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Maximum number of changed fields of a line, and length of a name and of a value; more is cut. */
const MAX_FIELDS = 40;
const MAX_NAME = 100;
const MAX_VALUE = 200;

// A change is made deep within a call, in the transaction that knows the former value; the line of the call is written around it.
const noted = new AsyncLocalStorage<Map<string, FieldChange>>();

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
/** PostgreSQL takes neither NUL nor half a character. */
const storable = (text: string, length: number) => Buffer.from(cut(text, length)).toString('utf8').replaceAll('\0', '\uFFFD');

/** Returns the values of nested fields by their paths; an empty group is one value. */
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

/** Returns what differs between two states of a thing; null for one that did not, or does not, exist. Secrets are masked by the names of their fields. */
export function fieldChanges(before: Fields | null, after: Fields | null): readonly FieldChange[] {
  const [was, is] = [new Map(leavesOf(before ?? {})), new Map(leavesOf(after ?? {}))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((path): readonly FieldChange[] => {
    const [from, to] = [textOf(was.get(path)), textOf(is.get(path))];
    // Long values that differ behind the cut are a change too.
    if (from === to && JSON.stringify(was.get(path) ?? null) === JSON.stringify(is.get(path) ?? null)) return [];
    if (from === null && to === null) return [];
    const hidden = (text: string | null) => (text !== null && SECRET_NAME.test(path) ? MASK : text);
    return [{ field: storable(path, MAX_NAME), from: hidden(from), to: hidden(to) }];
  });
}

/** Notes a change for the line of the present call; nothing outside of one. A field that changes twice has its first and its last value. */
export function noteChange(before: Fields | null, after: Fields | null): void {
  const known = noted.getStore();
  if (known === undefined) return;
  for (const change of fieldChanges(before, after)) {
    const earlier = known.get(change.field);
    known.set(change.field, earlier === undefined ? change : { ...change, from: earlier.from });
  }
}

/** Returns noted changes as a line has them: in order of their names, bounded. */
function lineOf(known: ReadonlyMap<string, FieldChange>): readonly FieldChange[] {
  const all = [...known.values()].toSorted((one, other) => (one.field < other.field ? -1 : 1));
  if (all.length <= MAX_FIELDS) return all;
  return [...all.slice(0, MAX_FIELDS - 1), { field: '…', from: null, to: `${all.length - MAX_FIELDS + 1} more fields` }];
}

/** Runs a call, and returns what it noted so far. */
export async function withChanges<T>(run: () => Promise<T>): Promise<{ readonly answer: T; readonly changes: readonly FieldChange[] }> {
  const known = new Map<string, FieldChange>();
  const answer = await noted.run(known, run);
  return { answer, changes: lineOf(known) };
}
