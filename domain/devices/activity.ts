/** Maps a report to the activity of the device, as text and kind: "Treating", "Charging", "Idle", "Error 0x…". */

import { wordText } from '../text/labels.ts';
import type { ReportedState } from '#contract/fleet/reportedState';
import { codeText, isErrorCode } from '../errorCodes/errorCode.ts';
import { isInError } from './treating.ts';

/** The kind of an activity; selects icon and colour. `working` is a DIV01 that is neither idle nor in error. */
export type ActivityKind =
  | 'error'
  | 'idle'
  | 'reconfiguring'
  | 'manual'
  | 'waiting'
  | 'recovering'
  | 'finishing'
  | 'starting'
  | 'calibrating'
  | 'initializing'
  | 'driving'
  | 'treating'
  | 'sideshift'
  | 'other'
  | 'working'
  | 'unknown';

/** The activity of a device. `label` is the displayed text, `code` the hex code of an error, `raw` the reported state and task. */
export interface Activity {
  readonly kind: ActivityKind;
  readonly label: string;
  readonly code?: string;
  readonly raw?: string;
}

const UNKNOWN: Activity = { kind: 'unknown', label: '-' };
const OTHER = 'Executing Unknown Action';

/** The activity of each task (`current_task`) while the state is `executing_task`. Source: RULE-003..014. */
const TASKS: ReadonlyMap<string, Activity> = new Map<string, Activity>([
  ['restarting', { kind: 'reconfiguring', label: 'Reconfiguring Software' }],
  ['resetting', { kind: 'reconfiguring', label: 'Reconfiguring Software' }],
  ['drive_manually', { kind: 'manual', label: 'Manual Driving' }],
  ['waiting', { kind: 'waiting', label: 'Waiting to start treatment' }],
  ['recovering', { kind: 'recovering', label: 'In Recovery' }],
  ['finishing_current', { kind: 'finishing', label: 'Finishing Current Lane' }],
  ['starting', { kind: 'starting', label: 'Starting the treatment' }],
  ['calibration', { kind: 'calibrating', label: 'In Calibration' }],
  ['initializing', { kind: 'initializing', label: 'Initializing' }],
  ['drive_task', { kind: 'driving', label: 'Autonomously Driving' }],
  ['uv_treatment', { kind: 'treating', label: 'Executing UV Treatment' }],
  ['init_sideshift', { kind: 'sideshift', label: 'Moving Sideshift' }],
]);

/**
 * Returns the activity of a device; `unknown` (label `-`) without a state or for an unknown state. States compare case-insensitively.
 * Source: RULE-001..017, GAP-03, GAP-07.
 */
export function activityOf(state: ReportedState | undefined): Activity {
  if (state === undefined) return UNKNOWN;
  if (isInError(state)) return errorActivity(state);
  return state.shape === 'docks' ? dockActivity(state) : taskActivity(state);
}

/** Returns the state and task as reported. */
const rawWords = (state: ReportedState): string =>
  (state.shape === 'docks' ? [state.state] : [state.current_state, state.current_task])
    .map((word) => (word ?? '').trim())
    .filter((word) => word !== '')
    .join(' / ');

/** Returns an activity as one text: label and code, and the reported state and task if the state has no label. */
export function activityText({ kind, label, code, raw }: Activity): string {
  const detail = kind === 'unknown' ? raw : code;
  return detail === undefined ? label : `${label} ${detail}`;
}

function taskActivity(state: ReportedState): Activity {
  const task = (state.current_task ?? '').trim();
  const raw = rawWords(state);
  switch ((state.current_state ?? '').trim().toLowerCase()) {
    case 'waiting_for_task':
      return { kind: 'idle', label: 'Idle', raw };
    case 'executing_task':
      return { ...(TASKS.get(task.toLowerCase()) ?? { kind: 'other', label: task === '' ? OTHER : `${OTHER} (${task})` }), raw };
    default:
      return raw === '' ? UNKNOWN : { ...UNKNOWN, raw };
  }
}

function dockActivity(state: ReportedState): Activity {
  const raw = (state.state ?? '').trim();
  switch (raw.toLowerCase()) {
    case '':
      return UNKNOWN;
    case 'idle':
      return { kind: 'idle', label: wordText(raw), raw };
    default:
      return { kind: 'working', label: wordText(raw), raw };
  }
}

function errorActivity(state: ReportedState): Activity {
  const code = state.shape === 'docks' ? (state.error ?? state.error_code) : (state.error_code ?? state.error);
  return { kind: 'error', label: 'Error', raw: rawWords(state), ...(isErrorCode(code) ? { code: codeText(code) } : {}) };
}
