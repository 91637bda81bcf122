import { screenAddress } from '#domain/addresses';
import { chakra } from '@chakra-ui/react';
import { useSearchParams } from 'react-router-dom';
import { getAllDevices, type Device } from '#contract/devices/device';
import { getDeviceConnection } from '#contract/devices/deviceConnection';
import { useFeature } from '#hooks/features';
import { selectDeviceLabel } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';
import { useIsPast } from '#hooks/IntentContext';
import { useAnswer } from '#hooks/useAnswer';
import { useIsAwaited } from '#hooks/useIsAwaited';
import { NotLoaded } from '#widgets/NotLoaded';
import { useCallProblem } from '#hooks/useCallProblem';
import { EmptyState } from '#ui/EmptyState';
import { useLeave } from '#ui/form/leaveGuard';
import { KeptForms } from '#ui/form/KeptForms';
import { useKeptWhileUnsaved } from '#ui/form/useLastKnown';
import { BackLink } from '#widgets/BackLink';
import { CutOff } from '#widgets/CutOff';
import { RightNote } from '#widgets/RightNote';
import { Page } from '#ui/Page';
import { Tabs } from '#ui/Tabs';
import { TwoColumns } from '#ui/TwoColumns';
import { ConnectionTab } from '../connection/ConnectionTab.tsx';
import { useOverviewParameters } from '../overview/useOverviewParameters.ts';
import { CredentialsSection } from './CredentialsSection.tsx';
import { DeploymentSection } from './DeploymentSection.tsx';
import { DeviceSection } from './DeviceSection.tsx';
import { MetadataSection } from './MetadataSection.tsx';
import { TokenEnd } from './TokenEnd.tsx';
import { useDeviceRecord } from './useDeviceRecord.ts';
import { useSecrets } from './useSecrets.ts';

const Back = chakra('nav', { base: { mb: '-20px', textStyle: 'meta' } });

/** The link back to all devices. Source: MGMT-019. */
const back = (
  <Back aria-label="Back">
    <BackLink to={screenAddress('/management/overview')}>Device Management</BackLink>
  </Back>
);

const tabs = [
  { value: 'info', label: 'Device Info' },
  { value: 'connection', label: 'Connection' },
] as const;

/** Renders the device, with its connection in a second tab if the server announces the feature and the user may request the connection. Source: FORM11. */
function DeviceTabs({ device }: { readonly device: Device }) {
  const [search, put] = useOverviewParameters();
  const leave = useLeave();
  const isAnnounced = useFeature('device_connection');
  const problem = useCallProblem(getDeviceConnection);
  if (!isAnnounced || problem !== null) return <DeviceInfo device={device} />;
  const tab = search.get('tab') === 'connection' ? 'connection' : 'info';
  const choose = (next: string) => put({ tab: next === 'info' ? '' : next });
  return (
    <div>
      <Tabs label="Device" tabs={tabs} value={tab} onValue={(next) => leave(() => choose(next), 'subject')}>
        {tab === 'info' ? <DeviceInfo device={device} /> : <ConnectionTab serial={device.serial} />}
      </Tabs>
    </div>
  );
}

function DeviceInfo({ device }: { readonly device: Device }) {
  const secrets = useSecrets(device.serial);
  return (
    <chakra.div display="flex" flexDirection="column" gap="24px">
      <RightNote right="devices" />
      <CutOff device={device} />
      <TokenEnd device={device} />
      <TwoColumns
        wide={
          <>
            <DeviceSection device={device} />
            <MetadataSection device={device} secrets={secrets} />
          </>
        }
        side={
          <>
            <DeploymentSection device={device} />
            <CredentialsSection device={device} secrets={secrets} />
          </>
        }
      />
    </chakra.div>
  );
}

/** Renders why there is no device to show. */
function NoDevice({ serial }: { readonly serial: string | undefined }) {
  const devices = useAnswer(getAllDevices, {});
  const isAwaited = useIsAwaited(devices, serial ?? null);
  if (serial === undefined) return <EmptyState text="No device is chosen" />;
  if (devices.answer === undefined || isAwaited) return <NotLoaded {...devices} />;
  return <EmptyState text={`There is no device ${serial}`} />;
}

/** The Device Info screen: data, metadata, deployment and credentials of a device, with a link back. Source: MGMT-018..053. */
export function DeviceInfoScreen() {
  const [search] = useSearchParams();
  const serial = search.get('device_serial') || undefined;
  const record = useDeviceRecord(serial);
  const device = useKeptWhileUnsaved(serial ?? null, record);
  const isUnheld = useIsPast() && record === undefined;
  const title = useAppSelector((s) => (device === undefined || isUnheld ? 'Device Info' : selectDeviceLabel(s, device.serial)));
  return (
    <Page title={title} above={back}>
      {(device === undefined || isUnheld) && <NoDevice serial={serial} />}
      {device !== undefined && (
        <KeptForms hidden={isUnheld}>
          <DeviceTabs key={device.serial} device={device} />
        </KeptForms>
      )}
    </Page>
  );
}
