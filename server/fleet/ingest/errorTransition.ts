import { keptState, tagState } from '#contract/fleet/reportedState';
import type { WireState } from '#contract/fleet/state';
import { activityOf } from '#domain/devices/activity';
import { listedFaults } from '#domain/devices/faults';
import { isInError } from '#domain/devices/treating';
import { cutText } from '#domain/text/cutText';

/** The start or the end of an error period, or a past state; `at` in ms since epoch, by the server's clock. */
export type ErrorTransition =
  | { readonly serial: string; readonly kind: 'began'; readonly at: number; readonly code: string | null }
  | { readonly serial: string; readonly kind: 'ended'; readonly at: number; readonly nextState: string }
  | LateCode
  | Silence
  | KeptMoment;

/** The code of an error whose first state had none; a later state reports it. */
interface LateCode {
  readonly serial: string;
  readonly kind: 'named';
  readonly code: string;
}

/** The silence of a device in error before a report; `ms` is its length. */
interface Silence {
  readonly serial: string;
  readonly kind: 'silent';
  readonly at: number;
  readonly ms: number;
}

/** A past state that a device reports late: `code` is the code of its error; `nextState` is the state if the device was not in error. */
interface KeptMoment {
  readonly serial: string;
  readonly kind: 'kept';
  readonly at: number;
  /** Time of receipt, in ms since epoch. */
  readonly arrivedAt: number;
  readonly nextState: string | null;
  readonly code: string | null;
}

/** A DIV01 reports its state as `state`, every other type as `current_state`. */
const stateName = (state: WireState) => state.state ?? state.current_state ?? '';

/** Maximum length of a stored code, in characters: a device may report any text. */
const MAX_CODE = 200;

/** Returns the code of an error as lists show it: its code, or the name of its worst fault; null if it has neither. */
function codeOf(state: WireState): string | null {
  const reported = tagState({ ...keptState(state, (further) => further) });
  const code = activityOf(reported).code ?? listedFaults(reported).first?.name;
  return code === undefined ? null : cutText(code, MAX_CODE);
}

/** The last state of a device, and whether its error has a code, from this state or an earlier one; undefined if only this state is known. */
export interface LastState {
  readonly state?: WireState;
  readonly isErrorNamed?: boolean;
}

/** Returns whether the present error of a device already has a code. */
const wasNamed = ({ state, isErrorNamed }: LastState) => isErrorNamed ?? (state !== undefined && codeOf(state) !== null);

/** Returns whether the error of a state has a code, from this or an earlier state; false for a state without an error. Source: INGEST24. */
export function hasNamedError(last: LastState | undefined, state: WireState): boolean {
  if (!isInError(state)) return false;
  return (last !== undefined && isInError(last.state) && wasNamed(last)) || codeOf(state) !== null;
}

/** Returns the code of an error whose earlier states had none; null if there is no such code. Only the states of a device in error are searched. */
function lateCode(serial: string, last: LastState, after: WireState): LateCode | null {
  const code = wasNamed(last) ? null : codeOf(after);
  return code === null ? null : { serial, kind: 'named', code };
}

/** Returns the error transition between two states: the beginning or end of an error period, or the late code of an error; null if there is none. */
export function errorTransition(serial: string, last: LastState | undefined, after: WireState, at: number): ErrorTransition | null {
  const was = isInError(last?.state);
  const is = isInError(after);
  if (was === is) return is && last !== undefined ? lateCode(serial, last, after) : null;
  return is ? { serial, kind: 'began', at, code: codeOf(after) } : { serial, kind: 'ended', at, nextState: stateName(after) };
}

/** Returns the silence of a device before a report; null when it was not in error, or reported at its usual interval. Source: SILENT1. */
export const silenceInError = (serial: string, before: WireState | undefined, { at, ms }: Pick<Silence, 'at' | 'ms'>): Silence | null =>
  ms > 0 && isInError(before) ? { serial, kind: 'silent', at, ms } : null;

/** Returns the effect of a late state on the error periods. */
export function pastState(serial: string, state: WireState, { at, arrivedAt }: Pick<KeptMoment, 'at' | 'arrivedAt'>): KeptMoment {
  const moment = { serial, kind: 'kept', at, arrivedAt } as const;
  return isInError(state) ? { ...moment, nextState: null, code: codeOf(state) } : { ...moment, nextState: stateName(state), code: null };
}
