import type { ReportedState } from '#contract/fleet/reportedState';
import { type StateRules, traitsOf } from './deviceTypes.ts';

const TREATING_TASKS: ReadonlySet<string> = new Set(['waiting', 'recovering', 'finishing_current', 'starting', 'uv_treatment']);

const lower = (word: string | null | undefined) => (word ?? '').toLowerCase();

interface Rules {
  readonly treating: (state: ReportedState, live: boolean) => boolean;
  readonly inError: (state: Pick<ReportedState, 'current_state' | 'state'>) => boolean;
}

const rules: Readonly<Record<StateRules, Rules>> = {
  tasks: {
    treating: (state) => lower(state.current_state) === 'executing_task' && TREATING_TASKS.has(lower(state.current_task)),
    inError: (state) => lower(state.current_state) === 'error',
  },
  docks: {
    treating: (state, live) => live && !['', 'idle', 'error'].includes(lower(state.state)),
    inError: (state) => lower(state.state) === 'error',
  },
  none: { treating: () => false, inError: () => false },
};

/** Checks whether a report says that its device is in error, also for a device whose type is not known (yet). Source: RULE-025, RULE-026. */
export const isErrorReport = (state: Pick<ReportedState, 'shape' | 'current_state' | 'state'>): boolean =>
  rules[state.shape].inError(state);

/**
 * Checks whether a device is in treatment: a docking platform while it is live and neither idle nor in error; other types by state and task,
 * or never, by their `stateRules`. Source: RULE-018..024, GAP-04..06.
 */
export function isTreating(device_type: string, state: ReportedState | undefined, live: boolean): boolean {
  return state !== undefined && rules[traitsOf(device_type).stateRules].treating(state, live);
}

/** Checks whether a device is in error; states compare case-insensitively. Source: RULE-025, RULE-026, GAP-03, GAP-05. */
export function isInError(device_type: string, state: ReportedState | undefined): boolean {
  return state !== undefined && rules[traitsOf(device_type).stateRules].inError(state);
}
