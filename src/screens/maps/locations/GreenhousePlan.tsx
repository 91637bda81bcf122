import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { getMapGeojson, type SiteMap } from '#contract/map';
import type { Greenhouse } from '#contract/place';
import { usableVersion } from '#domain/places/mapVersion';
import { sitePlan } from '#domain/places/sitePlan';
import { MapTable } from '#map/MapTable';
import { selectDeviceData } from '#state/deviceData';
import type { FleetRow } from '#state/fleetRows';
import type { RootState } from '#state/store';
import { useAnswer, type Answered } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useDeviceData } from '#hooks/useDeviceData';
import { Section } from '#ui/Section';
import { Awaited } from '#widgets/Awaited';
import { devicesOnPlan, poseRow } from '#widgets/devicePose';
import { PlanFailure } from '#widgets/PlanFailure';
import { PlanView } from '#widgets/PlanView';
import { WhoWasHere } from '#widgets/WhoWasHere';
import { DeviceLines } from './DeviceLines.tsx';

const HEIGHT_PX = 560;
const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' } });
const NOBODY = 'No device says that it is on this plan.';

/** Returns the map on which a device is, according to its report. */
const siteOf = (s: RootState, serial: string) => sitePlan(selectDeviceData(s, serial, 'state_data'))?.id;

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
  const { version } = usableVersion(maps.answer?.results.find(({ id }) => id === map)?.versions?.at(-1));
  // The plan is not requested before the versions of the map are loaded, because the version may not exist.
  const plan = useAnswer(getMapGeojson, { id: map, version }, {}, { isWanted: map !== '' && !maps.isLoading });
  const isLoading = plan.isLoading || (map !== '' && maps.isLoading);
  // The serials are joined into one string, which changes only when a device enters or leaves the map.
  const onMap = useAppSelector((s) =>
    JSON.stringify(devices.map(({ device }) => device.serial).filter((serial) => siteOf(s, serial) === map)),
  );
  const here = useMemo(() => devices.filter(({ device }) => onMap.includes(JSON.stringify(device.serial))), [devices, onMap]);
  const marks = useMemo(() => here.flatMap((row) => devicesOnPlan(row.device, row.reported, row.status === 'online')), [here]);
  return (
    <Stack>
      {devices.map(({ device }) => (
        <SiteOf key={device.serial} serial={device.serial} />
      ))}
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
      {here.length > 0 && <MapTable devices={here.map(({ device, reported }) => poseRow(device, reported))} />}
    </Stack>
  );
}
