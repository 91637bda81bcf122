/** Checks whether a reported state is an error (`isInError`) or a treatment (`isTreating`), by the rules of the device's type. */

import type { ReportedState } from '#contract/fleet/reportedState';

const TREATING_TASKS: ReadonlySet<string> = new Set(['waiting', 'recovering', 'finishing_current', 'starting', 'uv_treatment']);
/** The type that reports its state in one word, `state`; every other type has `current_state` and `current_task`. */
const DOCKING_TYPE = 'DIV01';
const ERROR = 'error';

const lower = (word: string | null | undefined) => (word ?? '').trim().toLowerCase();

/** The fields of a report that hold the state of a device. */
export type StateWords = Pick<ReportedState, 'current_state' | 'state'>;

/**
 * Checks whether a device is in error: its state is the word error, in any case, for any type, ignoring surrounding whitespace. This rule applies to the
 * displayed state, the counts, the error periods and the notifications. Source: RULE-025, RULE-026, GAP-03.
 */
export const isInError = (state: StateWords | undefined): boolean =>
  state !== undefined && (lower(state.current_state) === ERROR || lower(state.state) === ERROR);

/**
 * Checks whether a device is in treatment: a DIV01 while it is live and neither idle nor in error, any other type by its state and task. Source:
 * RULE-018..024, GAP-04, GAP-06.
 */
export function isTreating(device_type: string, state: ReportedState | undefined, live: boolean): boolean {
  if (state === undefined || isInError(state)) return false;
  if (device_type === DOCKING_TYPE) return live && !['', 'idle'].includes(lower(state.state));
  return lower(state.current_state) === 'executing_task' && TREATING_TASKS.has(lower(state.current_task));
}
