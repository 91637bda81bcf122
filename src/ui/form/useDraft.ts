import { useState } from 'react';
import { firstProblem, isSameValue, patchOf, type Problems } from './patch.ts';

/** How a draft is judged and cleaned. */
export interface Rules<Values> {
  /** What is wrong with a draft; the rules of `domain`, which the server applies too. */
  readonly problems: (draft: Values) => Problems<Values>;
  /** The draft as it is sent, e.g. without spaces at its ends. As typed unless given. */
  readonly clean?: ((draft: Values) => Values) | undefined;
}

/** What a field of the form needs; spread it into `Field`, `TextArea` or `SelectField`. */
export interface FieldBinding<Value> {
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly onBlur: () => void;
  /** Shown once the field was changed or left. */
  readonly problem: string | undefined;
  readonly hint: string | undefined;
}

/** A draft of what a form edits. */
export interface Draft<Values> {
  /** What the fields show: what was typed, and the newest stored value everywhere else. */
  readonly value: Values;
  /** The whole draft as it is sent. */
  readonly clean: Values;
  /** The changed fields alone, as they are sent. */
  readonly patch: Partial<Values>;
  readonly isChanged: boolean;
  readonly isSound: boolean;
  /** The first problem that no field shows yet: why the button waits. */
  readonly hiddenProblem: string | undefined;
  readonly put: (more: Partial<Values>) => void;
  readonly reset: () => void;
  /** `word` names a stored value that is an id, for the note that somebody else changed it. */
  readonly field: <Name extends keyof Values>(name: Name, word?: (value: Values[Name]) => string) => FieldBinding<Values[Name]>;
}

interface Edits<Values> {
  readonly changes: Partial<Values>;
  /** The stored values when each change began. */
  readonly known: Partial<Values>;
  readonly visited: ReadonlySet<keyof Values>;
}

const OTHERS_CHANGE = 'Changed by somebody else meanwhile';

function noteOf(value: unknown): string {
  if (value === '' || value === null || value === undefined) return `${OTHERS_CHANGE}: nothing`;
  return typeof value === 'string' ? `${OTHERS_CHANGE}: ${value}` : OTHERS_CHANGE;
}

/**
 * Holds the draft of a form. Fields that nobody changed here follow `stored`, so that two people who edit different fields do not overwrite each
 * other; where both changed the same field, the field says so and the draft stays.
 */
export function useDraft<Values extends object>(stored: Values, { problems: problemsOf, clean: cleanOf }: Rules<Values>): Draft<Values> {
  const nothing: Edits<Values> = { changes: {}, known: {}, visited: new Set() };
  const [edits, setEdits] = useState(nothing);
  const value: Values = { ...stored, ...edits.changes };
  const clean = cleanOf?.(value) ?? value;
  // A stored value that is not clean itself is no change.
  const patch = patchOf(stored, { ...stored, ...pick(clean, edits.changes) });
  const problems = problemsOf(clean);
  const hidden: Problems<Values> = { ...problems, ...Object.fromEntries([...edits.visited].map((name) => [name, undefined])) };
  const put = (more: Partial<Values>) =>
    setEdits(({ changes, known, visited }) => ({
      changes: { ...changes, ...more },
      known: { ...pick(stored, more), ...known },
      visited: new Set([...visited, ...namesOf(more)]),
    }));
  return {
    value,
    clean,
    patch,
    isChanged: namesOf(patch).length > 0,
    isSound: firstProblem(problems) === undefined,
    hiddenProblem: firstProblem(hidden),
    put,
    reset: () => setEdits(nothing),
    field: (name, word) => ({
      value: value[name],
      onValue: (next) => put(single(name, next)),
      onBlur: () => setEdits((before) => ({ ...before, visited: new Set([...before.visited, name]) })),
      problem: edits.visited.has(name) ? problems[name] : undefined,
      hint: name in edits.known && !isSameValue(edits.known[name], stored[name]) ? noteOf(word?.(stored[name]) ?? stored[name]) : undefined,
    }),
  };
}

function single<Values extends object, Name extends keyof Values>(name: Name, value: Values[Name]): Partial<Values> {
  const change: Partial<Values> = {};
  change[name] = value;
  return change;
}

/** The fields of `from` that `of` names. */
function pick<Values extends object>(from: Values, of: Partial<Values>): Partial<Values> {
  const some: Partial<Values> = {};
  for (const name in of) some[name] = from[name];
  return some;
}

function namesOf<Values extends object>(some: Partial<Values>): (keyof Values)[] {
  const names: (keyof Values)[] = [];
  for (const name in some) names.push(name);
  return names;
}
