import { tagState } from '#contract/state';
import { activityOf } from './activity.ts';
import { MISSING } from './numbers.ts';
import { prettified } from './userType.ts';

/** The state that followed an error, for people: `Idle`, else the word prettified, since its task is not reported. Missing: `-`. Source: ACT1, DEV-045. */
export function nextStateText(next_state: string | null | undefined): string {
  if (next_state == null || next_state === '') return MISSING;
  const { kind, label } = activityOf(tagState({ current_state: next_state }));
  return kind === 'idle' ? label : prettified(next_state);
}
