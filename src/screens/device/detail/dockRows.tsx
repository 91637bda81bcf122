/** The rows of a docking platform: "State", "Docking", "Implement one" and "Implement two" (`implement_state`, `rp_state`, `di_state`). */

import type { ReportedState } from '#contract/fleet/reportedState';
import { activityOf } from '#domain/devices/activity';
import { yesNo } from '#domain/text/yesNo';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { BatteryIcon } from '#widgets/BatteryIcon';
import { CodeValue } from './CodeValue.tsx';
import { field, type FieldRow } from './fieldRow.ts';

type Rows = readonly FieldRow[];
type State = ReportedState | undefined;

function General({ state }: { readonly state: State }) {
  // The code has its own row.
  const { code: _, ...activity } = activityOf(state);
  return <ActivityBadge activity={activity} />;
}

/** Rows of the platform itself. Source: DEV-051..054, OPEN-122. */
export const platformRows = (state: State): Rows => [
  field('General state', <General state={state} />, 'activity'),
  field('Robot platform', state?.rp_state, 'rp_state'),
  field('Docking implement', state?.di_state, 'di_state'),
  field('Error code', <CodeValue code={state?.error} />, 'error'),
  field('Battery level', <BatteryIcon level={state?.battery_level} />, 'battery_level'),
];

/** Rows of the dock and its implement. Source: DEV-055..059, OPEN-122. */
export const dockingRows = (state: State): Rows => [
  field('Docking state', state?.implement_state, 'implement_state'),
  field('Implement functional', yesNo(state?.implement_functional), 'implement_functional'),
  field('Implement error', yesNo(state?.implement_error), 'implement_error'),
  field('Implement error code', <CodeValue code={state?.implement_error_code} />, 'implement_error_code'),
  field('Sideshift serial', state?.implement_sideshift, 'implement_sideshift'),
];

/** Rows of the first implement. Source: DEV-060..062, OPEN-122. */
export const implementOneRows = (state: State): Rows => [
  field('Serial', state?.implement_implement, 'implement_implement'),
  field('Type', state?.implement_implement_type, 'implement_implement_type'),
  field('State', state?.implement_imp_state, 'implement_imp_state'),
];

/** Rows of the second implement. Source: DEV-063..065, OPEN-122. */
export const implementTwoRows = (state: State): Rows => [
  field('Serial', state?.implement_implement_left, 'implement_implement_left'),
  field('Type', state?.implement_implement_type_left, 'implement_implement_type_left'),
  field('State', state?.implement_imp_state_left, 'implement_imp_state_left'),
];
