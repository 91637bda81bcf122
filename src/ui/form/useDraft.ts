/** The draft of a form (`Draft`): typed and stored values and problems; `FieldBinding` for its fields. */

import { useState } from 'react';
import { othersChange } from './othersChange.ts';
import { firstProblem, isSameValue, patchOf, type Problems, type Rechecked, updateProblems } from './patch.ts';

/** Validation and clean-up of a draft. */
export interface Rules<Values> {
  /** Validates a draft with the rules of `domain`, which the server also applies. */
  readonly problems: (draft: Values) => Problems<Values>;
  /** Returns the draft as it is sent, e.g. trimmed. Default: unchanged. */
  readonly clean?: ((draft: Values) => Values) | undefined;
  /** True for the update of a stored entity, of which only the changed fields are sent: problems of other fields are ignored. */
  readonly isUpdate?: boolean | undefined;
  /** For an update: the unchanged fields that are validated because another field changed. */
  readonly rechecked?: Rechecked<Values> | undefined;
}

/** Properties of a form field; spread it into `Field`, `TextArea` or `SelectField`. */
export interface FieldBinding<Value> {
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly onBlur: () => void;
  /** The problem; shown once the field has been changed or left. */
  readonly problem: string | undefined;
  readonly hint: string | undefined;
}

/** The draft of a form. */
export interface Draft<Values> {
  /** The values shown in the fields: the typed values and, in the other fields, the newest stored ones. */
  readonly value: Values;
  /** The whole draft as it is sent. */
  readonly clean: Values;
  /** Only the changed fields, as they are sent. */
  readonly patch: Partial<Values>;
  readonly isChanged: boolean;
  readonly isValid: boolean;
  /** The first problem that no field shows yet and that disables the button. */
  readonly hiddenProblem: string | undefined;
  readonly put: (more: Partial<Values>) => void;
  readonly reset: () => void;
  /** Returns the properties of a field. `word` returns the label of a stored value that is an id, for the hint that another user changed it. */
  readonly field: <Name extends keyof Values>(name: Name, word?: (value: Values[Name]) => string) => FieldBinding<Values[Name]>;
}

interface Edits<Values> {
  readonly changes: Partial<Values>;
  /** The stored value of each changed field at the time when its change began. */
  readonly known: Partial<Values>;
  readonly visited: ReadonlySet<keyof Values>;
}

/**
 * Holds the draft of a form. Unchanged fields follow `stored`, so two people who edit different fields do not overwrite each other; if both changed the same
 * field, the field shows a hint and the draft is kept.
 */
export function useDraft<Values extends object>(stored: Values, rules: Rules<Values>): Draft<Values> {
  const { problems: problemsOf, clean: cleanOf, isUpdate, rechecked } = rules;
  const nothing: Edits<Values> = { changes: {}, known: {}, visited: new Set() };
  const [edits, setEdits] = useState(nothing);
  const value: Values = { ...stored, ...edits.changes };
  const clean = cleanOf?.(value) ?? value;
  // Only changed fields are cleaned: a stored value that is not clean is not treated as a change.
  const patch = patchOf(stored, { ...stored, ...pick(clean, edits.changes) });
  const problems = isUpdate === true ? updateProblems(problemsOf(clean), patch, rechecked) : problemsOf(clean);
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
    isValid: firstProblem(problems) === undefined,
    hiddenProblem: firstProblem(hidden),
    put,
    reset: () => setEdits(nothing),
    field: (name, word) => ({
      value: value[name],
      onValue: (next) => put(single(name, next)),
      onBlur: () => setEdits((before) => ({ ...before, visited: new Set([...before.visited, name]) })),
      problem: edits.visited.has(name) ? problems[name] : undefined,
      hint:
        name in edits.known && !isSameValue(edits.known[name], stored[name])
          ? othersChange(word?.(stored[name]) ?? stored[name])
          : undefined,
    }),
  };
}

function single<Values extends object, Name extends keyof Values>(name: Name, value: Values[Name]): Partial<Values> {
  const change: Partial<Values> = {};
  change[name] = value;
  return change;
}

/** Returns the fields of `from` that are named in `of`. */
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
