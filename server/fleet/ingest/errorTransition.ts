import type { WireState } from '#contract/state';

/** The beginning or the end of a period in error; `at` in ms since epoch, by our clock. */
export type ErrorTransition =
  | { readonly serial: string; readonly kind: 'began'; readonly at: number }
  | { readonly serial: string; readonly kind: 'ended'; readonly at: number; readonly nextState: string };

const ERROR = 'error';
/** A DIV01 names its state `state`, every other type `current_state`. */
const stateName = (state: WireState) => state.state ?? state.current_state ?? '';

/** What a new state means for the error overview; null when nothing begins or ends. */
export function errorTransition(serial: string, before: WireState | undefined, after: WireState, at: number): ErrorTransition | null {
  const was = before !== undefined && stateName(before) === ERROR;
  const is = stateName(after) === ERROR;
  if (was === is) return null;
  return is ? { serial, kind: 'began', at } : { serial, kind: 'ended', at, nextState: stateName(after) };
}
