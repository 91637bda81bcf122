/** A parsed state, tagged with its shape: `tasks` (with `current_state`, `current_task`) or `docks` (DIV01). */

import { isStateField, stateFieldNames } from './stateFields.ts';
import type { WireState } from './state.ts';

// Workers load this file without the schema library.

/**
 * A parsed state: shape `tasks` for devices with `current_state` and `current_task`, `docks` for the DIV01. `other_fields` is all further fields as the JSON
 * text of one object with sorted names, so that equal fields give equal text; missing if there are none.
 */
export type ReportedState = KeptState & { readonly shape: 'tasks' | 'docks' };

/** A state whose further fields are one text. */
export type KeptState = WireState & { other_fields?: string | null };

type Shape = ReportedState['shape'];
const isTagged = (state: KeptState & { shape?: Shape }): state is ReportedState => state.shape !== undefined;

/** Returns whether a report contains any readable field besides its shape. Source: MERGE7. */
export function hasContent(state: ReportedState): boolean {
  // Nearly every report has one of these fields, and thousands of reports pass per second.
  if (state.current_state != null || state.state != null) return true;
  for (const name in state) if (name !== 'shape') return true;
  return false;
}

/** Returns a value with the names in all its objects sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  );
}

/** Returns the fields that the contract does not define as one JSON text with sorted names; `mask` hides secrets in it. */
export const furtherText = (further: object, mask: (json: unknown) => unknown): string => JSON.stringify(sorted(mask(further)));

/** Returns whether a state has further fields. Thousands of states pass per second, most without further fields, so no list of fields is built. */
function hasFurther(received: object): boolean {
  for (const name in received) if (!isStateField(name)) return true;
  return Object.hasOwn(received, '__proto__');
}

/** Returns a received state with its further fields joined to one text; `mask` hides secrets in the text. Source: OTHER1. */
export function keptState(received: WireState, mask: (json: unknown) => unknown): KeptState {
  if (!hasFurther(received)) return received;
  const kept: KeptState = {};
  // The fields are copied one by one, so that no further field is included.
  for (const field of stateFieldNames) if (Object.hasOwn(received, field)) Object.assign(kept, { [field]: received[field] });
  const others = Object.entries(received).filter(([name]) => !isStateField(name) && name !== '__proto__');
  if (others.length > 0) kept.other_fields = furtherText(Object.fromEntries(others), mask);
  return kept;
}

/**
 * Returns an equal state that is smaller and faster to copy: V8 keeps all fields of a parsed object inline, but only the first four of an object to which the
 * fields were added one by one.
 */
export const compactState = (state: ReportedState): ReportedState => JSON.parse(JSON.stringify(state));

/**
 * Adds the shape to a state; a DIV01 has a `state` field. Mutates its argument, which has just been parsed and is referenced nowhere else: a copy would cost
 * more than the validation.
 */
export function tagState(sent: KeptState & { shape?: Shape }): ReportedState {
  const shape = typeof sent.state === 'string' ? 'docks' : 'tasks';
  sent.shape = shape;
  return isTagged(sent) ? sent : { ...sent, shape };
}
