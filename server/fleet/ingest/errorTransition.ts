import { keptState, tagState } from '#contract/fleet/reportedState';
import type { WireState } from '#contract/fleet/state';
import { activityOf } from '#domain/devices/activity';
import { listedFaults } from '#domain/devices/faults';
import { isInError } from '#domain/devices/treating';

/** The start or the end of an error period, or a past state; `at` in ms since epoch, by the server's clock. */
export type ErrorTransition =
  | { readonly serial: string; readonly kind: 'began'; readonly at: number; readonly code: string | null }
  | { readonly serial: string; readonly kind: 'ended'; readonly at: number; readonly nextState: string }
  | Silence
  | KeptMoment;

/** How long a device in error did not report before this report. */
interface Silence {
  readonly serial: string;
  readonly kind: 'silent';
  readonly at: number;
  readonly ms: number;
}

/** Whether a device was in error in a past state that it reports late; if it was not, `nextState` is that state. */
interface KeptMoment {
  readonly serial: string;
  readonly kind: 'kept';
  readonly at: number;
  /** When it was received, ms since epoch. */
  readonly arrivedAt: number;
  readonly nextState: string | null;
}

/** A DIV01 reports its state as `state`, every other type as `current_state`. */
const stateName = (state: WireState) => state.state ?? state.current_state ?? '';

/** Maximum length of a stored code, in characters: a device may report any text. */
const MAX_CODE = 200;

/** Returns the code of an error as lists show it: its code, or the name of its worst fault; null if it has neither. */
function codeOf(state: WireState): string | null {
  const reported = tagState({ ...keptState(state, (further) => further) });
  const code = activityOf(reported).code ?? listedFaults(reported).first?.name;
  return code === undefined ? null : code.slice(0, MAX_CODE);
}

/** Returns the error transition between two states: the beginning or end of an error period, or a silence within it; null if there is none. */
export function errorTransition(serial: string, before: WireState | undefined, after: WireState, at: number): ErrorTransition | null {
  const was = isInError(before);
  const is = isInError(after);
  if (was === is) return null;
  return is ? { serial, kind: 'began', at, code: codeOf(after) } : { serial, kind: 'ended', at, nextState: stateName(after) };
}

/** Returns the silence of a device before a report; null when it was not in error, or reported at its usual interval. Source: SILENT1. */
export const silenceInError = (serial: string, before: WireState | undefined, { at, ms }: Pick<Silence, 'at' | 'ms'>): Silence | null =>
  ms > 0 && isInError(before) ? { serial, kind: 'silent', at, ms } : null;

/** Returns the effect of a late state on the error periods. */
export function pastState(serial: string, state: WireState, { at, arrivedAt }: Pick<KeptMoment, 'at' | 'arrivedAt'>): KeptMoment {
  return { serial, kind: 'kept', at, arrivedAt, nextState: isInError(state) ? null : stateName(state) };
}
