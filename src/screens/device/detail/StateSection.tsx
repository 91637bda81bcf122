import type { ReportedState } from '#contract/state';
import { activityOf } from '#domain/activity';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { BatteryIcon } from '#widgets/BatteryIcon';
import { CodeValue } from './CodeValue.tsx';
import { field, type FieldRow } from './fieldRow.ts';
import { ReportSection } from './ReportSection.tsx';

function rows(state: ReportedState | undefined): readonly FieldRow[] {
  // The code has a row of its own here.
  const { code, ...activity } = activityOf(state);
  return [
    field('State', <ActivityBadge activity={activity} />),
    field('Battery level', <BatteryIcon level={state?.battery_level} />),
    ...(activity.kind === 'error' ? [field('Error code', <CodeValue code={code} />)] : []),
  ];
}

/** What the device does, its battery, and the code of its error. */
export function StateSection({ serial }: { readonly serial: string }) {
  return <ReportSection title="State" serial={serial} rows={rows} />;
}
