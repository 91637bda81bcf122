import { chakra } from '@chakra-ui/react';
import type { Device } from '#contract/devices/device';
import { MapTable } from '#map/MapTable';
import { useDevice } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { Section } from '#ui/Section';
import { poseRow } from '#widgets/devicePose';
import { StaleContent } from '../StaleContent.tsx';
import { useDeviceReported } from '../useDeviceReported.ts';
import { DevicePlan } from './DevicePlan.tsx';
import { LOCATION_TITLE, PlaceAge } from './PlanHeading.tsx';
import type { SitePlan } from './useSitePlan.ts';

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' } });

/** Renders "Current Location": the position of a device on the plan of its site and as a table; only the table if there is no plan. */
export function LocationSection({ device, place }: { readonly device: Device; readonly place: SitePlan }) {
  const { serial } = device;
  const row = useDevice(serial);
  const reported = useDeviceReported(serial);
  const { plan, warning, isSiteLoading } = place;
  const table = (
    <StaleContent old={!reported.isLive}>
      <MapTable devices={[poseRow(device, row)]} />
    </StaleContent>
  );
  if (plan.answer !== undefined || plan.isLoading || isSiteLoading) {
    return (
      <Stack>
        {warning !== null && <Banner tone="warning">{warning}</Banner>}
        <DevicePlan device={device} plan={plan.answer?.layers} />
        {table}
      </Stack>
    );
  }
  return (
    <Section title={LOCATION_TITLE} end={<PlaceAge {...reported} />}>
      {table}
    </Section>
  );
}
