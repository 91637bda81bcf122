import type { Device } from '#contract/devices/device';
import type { ReportedState } from '#contract/fleet/reportedState';
import { activityOf } from '#domain/devices/activity';
import { TwoColumns } from '#ui/TwoColumns';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { BatteryIcon } from '#widgets/BatteryIcon';
import { CodeValue } from './CodeValue.tsx';
import { ErrorsSection } from './ErrorsSection.tsx';
import { FaultsSection } from './FaultsSection.tsx';
import { field, type FieldRow } from './fieldRow.ts';
import { GeneralSection } from './GeneralSection.tsx';
import { LocationSection } from './LocationSection.tsx';
import { MapsSection } from './MapsSection.tsx';
import { ReportSection } from './ReportSection.tsx';
import { SimSection } from './SimSection.tsx';
import { SoftwareSection } from './SoftwareSection.tsx';
import { TreatmentSection } from './TreatmentSection.tsx';
import { useSitePlan } from './useSitePlan.ts';

/** Renders a device that works on lanes: treatment and position, the section "State" with battery and error code, then its data. */
export function LanesDetail({ device }: { readonly device: Device }) {
  const { serial } = device;
  const place = useSitePlan(serial);
  return (
    <TwoColumns
      wide={
        <>
          <TreatmentSection serial={serial} plan={place.plan.answer?.layers} />
          <LocationSection device={device} place={place} />
        </>
      }
      side={
        <>
          <StateSection serial={serial} />
          <FaultsSection serial={serial} />
          <ErrorsSection serial={serial} />
          <GeneralSection device={device} />
          <SoftwareSection serial={serial} />
          <SimSection serial={serial} />
          <MapsSection serial={serial} />
        </>
      }
    />
  );
}

function rows(state: ReportedState | undefined): readonly FieldRow[] {
  // The code has its own row here.
  const { code, ...activity } = activityOf(state);
  return [
    field('State', <ActivityBadge activity={activity} />, 'activity'),
    field('Battery level', <BatteryIcon level={state?.battery_level} />, 'battery_level'),
    ...(activity.kind === 'error' ? [field('Error code', <CodeValue code={code} />, 'error_code')] : []),
  ];
}

/** Renders activity, battery and error code of the device. */
function StateSection({ serial }: { readonly serial: string }) {
  return <ReportSection title="State" serial={serial} rows={rows} />;
}
