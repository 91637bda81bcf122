import { tagState } from '#contract/fleet/reportedState';
import { activityOf } from './activity.ts';
import { MISSING } from '../text/numbers.ts';
import { toTitleCase } from '../text/titleCase.ts';

/** Formats the state after an error: `Idle`, or the reported word in title case, since the task is not reported. Missing: `-`. Source: ACT1, DEV-045. */
export function nextStateText(next_state: string | null | undefined): string {
  if (next_state == null || next_state === '') return MISSING;
  const { kind, label } = activityOf(tagState({ current_state: next_state }));
  return kind === 'idle' ? label : toTitleCase(next_state);
}
