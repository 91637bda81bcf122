import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { SiteMap } from '#contract/map';
import type { Greenhouse } from '#contract/place';
import { wantedVersion } from '#domain/places/mapVersion';
import { MapTable } from '#map/MapTable';
import { selectPlacedDevices } from '#state/deviceSite';
import type { FleetRow } from '#state/fleetRows';
import type { Answered } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useDeviceData } from '#hooks/useDeviceData';
import { Banner } from '#ui/Banner';
import { Section } from '#ui/Section';
import { Awaited } from '#widgets/Awaited';
import { devicesOnPlan, poseRow } from '#widgets/devicePose';
import { PlanFailure } from '#widgets/PlanFailure';
import { PlanView } from '#widgets/PlanView';
import { usePlan } from '#widgets/usePlan';
import { WhoWasHere } from '#widgets/WhoWasHere';
import { DeviceLines } from './DeviceLines.tsx';

const HEIGHT_PX = 560;
const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' } });
const NOBODY = 'No device says that it is on this plan.';

/** Maximum number of devices whose site is requested at once, and of rows in the table. Source: BIGPLAN2. */
const MOST = 50;

/** Queries the reported site of a device; renders nothing. */
function SiteOf({ serial }: { readonly serial: string }) {
  useDeviceData(serial, 'state_data');
  return null;
}

interface Props {
  readonly greenhouse: Greenhouse;
  /** The devices of the location, those in error first. */
  readonly devices: readonly FleetRow[];
  readonly maps: Answered<{ readonly results: readonly SiteMap[] }>;
}

/** Renders the plan of a greenhouse with the devices on it, and the list of the devices, those in error first; "No device says that it is on this plan." */
export function GreenhousePlan({ greenhouse, devices, maps }: Props) {
  const map = greenhouse.map_id ?? '';
  const newest = maps.answer?.results.find(({ id }) => id === map)?.versions?.at(-1);
  // The plan is not requested before the versions of the map are loaded, because the version may not exist.
  const { plan, warning } = usePlan(map === '' || maps.isLoading ? null : { id: map, ...wantedVersion(newest) });
  const isLoading = plan.isLoading || (map !== '' && maps.isLoading);
  const placed = useAppSelector(selectPlacedDevices);
  const { here, asked } = useMemo(() => {
    const siteOf = new Map(placed.map(({ serial, site_id }) => [serial, site_id]));
    // The record of most devices names their site; of the others, those whose site is not known yet are asked first.
    const unlisted = devices.flatMap(({ device: { serial, site_id } }) => (site_id ? [] : [serial]));
    const isKnown = (serial: string) => siteOf.get(serial) != null;
    return {
      here: devices.filter(({ device }) => siteOf.get(device.serial) === map),
      asked: [...unlisted.filter((serial) => !isKnown(serial)), ...unlisted.filter(isKnown)].slice(0, MOST),
    };
  }, [placed, devices, map]);
  const marks = useMemo(() => here.flatMap((row) => devicesOnPlan(row.device, row.reported, row.status === 'online')), [here]);
  return (
    <Stack>
      {asked.map((serial) => (
        <SiteOf key={serial} serial={serial} />
      ))}
      {warning !== null && <Banner tone="warning">{warning}</Banner>}
      {plan.failure !== undefined && <PlanFailure onRetry={plan.refresh} />}
      {plan.failure === undefined && !isLoading && <Awaited query={plan} />}
      {(plan.answer !== undefined || isLoading) && (
        <PlanView
          label={`Plan of ${greenhouse.name}`}
          heading={<WhoWasHere map={map} />}
          plan={plan.answer?.layers}
          heightPx={HEIGHT_PX}
          devices={marks}
        />
      )}
      <Section title={`Devices on the plan of ${greenhouse.name}`} end={here.length}>
        {here.length === 0 ? <chakra.p color="fg.muted">{NOBODY}</chakra.p> : <DeviceLines devices={here} />}
      </Section>
      {here.length > 0 && <MapTable devices={here.slice(0, MOST).map(({ device, reported }) => poseRow(device, reported))} />}
    </Stack>
  );
}
