import { chakra } from '@chakra-ui/react';
import { getAllDevices } from '#contract/devices/device';
import { getIncidentErrorCodes, getIncidentsOfMachine } from '#contract/incident';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { useAnswer } from '#hooks/useAnswer';
import { useIsAwaited } from '#hooks/useIsAwaited';
import { EmptyState } from '#ui/EmptyState';
import { Page } from '#ui/Page';
import { DevicePicker } from '#widgets/DevicePicker';
import { NotLoaded } from '#widgets/NotLoaded';
import { useSelectedSerial } from '#widgets/useSelectedSerial';
import { CountedPeriod } from '../CountedPeriod.tsx';
import { useCountedPeriod } from '../useCountedPeriod.ts';
import { CodesSection } from './CodesSection.tsx';
import { DaysSection } from './DaysSection.tsx';

const TITLE = 'Most occurring error codes';

function CodesOfDevice({ serial }: { readonly serial: string }) {
  const name = useDeviceLabel(serial);
  const query = useAnswer(getIncidentsOfMachine, { serial }, useCountedPeriod().query);
  return <CodesSection name="incident-codes-device" title={`${TITLE} - ${name}`} label={`Error codes of ${name}`} query={query} />;
}

/**
 * The Incident Analytics screen ("Most occurring error codes"): how often each code occurred, for all devices and for the selected one. Source: INC-053..060,
 * GAP-113.
 */
export function AnalyticsScreen() {
  const devices = useAnswer(getAllDevices, {});
  const query = useAnswer(getIncidentErrorCodes, {}, useCountedPeriod().query);
  const selected = useSelectedSerial();
  const isAwaited = useIsAwaited(devices, selected.unknownSerial);
  const device = selected.devices.find(({ serial }) => serial === selected.serial);
  return (
    <Page>
      <CountedPeriod />
      <DaysSection />
      <CodesSection name="incident-codes-all" title={TITLE} label="Error codes of all devices" query={query} />
      <chakra.div display="flex" flex="none">
        <DevicePicker selected={selected} hasSteps={false} />
      </chakra.div>
      {selected.unknownSerial !== null &&
        (isAwaited ? <NotLoaded {...devices} /> : <EmptyState text={`Device ${selected.unknownSerial} not found`} />)}
      {device !== undefined && <CodesOfDevice key={device.serial} serial={device.serial} />}
    </Page>
  );
}
