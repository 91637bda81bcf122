import { chakra } from '@chakra-ui/react';
import { getAllDevices } from '#contract/devices/device';
import { useIsPast } from '#hooks/IntentContext';
import { useAnswer } from '#hooks/useAnswer';
import { useIsAwaited } from '#hooks/useIsAwaited';
import { EmptyState } from '#ui/EmptyState';
import { KeptForms } from '#ui/form/KeptForms';
import { useKeptWhileUnsaved } from '#ui/form/useLastKnown';
import { Page } from '#ui/Page';
import { DevicePicker } from '#widgets/DevicePicker';
import { NotLoaded } from '#widgets/NotLoaded';
import { useSelectedSerial } from '#widgets/useSelectedSerial';
import { RightNote } from '#widgets/RightNote';
import { AuditLogSection } from './AuditLogSection.tsx';
import { SshForm } from './SshForm.tsx';

const Parts = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '24px', maxWidth: '960px' } });

function NoDevice({ unknownSerial }: { readonly unknownSerial: string | null }) {
  const devices = useAnswer(getAllDevices, {});
  const isAwaited = useIsAwaited(devices, unknownSerial);
  if (devices.answer === undefined || (unknownSerial !== null && isAwaited)) return <NotLoaded {...devices} />;
  return <EmptyState text={unknownSerial === null ? 'No devices found' : `Device ${unknownSerial} not found`} />;
}

/** The SSH Credentials screen: a device picker and a form. Source: MGMT-073, MGMT-078, GAP-77. */
export function SshCredentialsScreen() {
  const selected = useSelectedSerial();
  useAnswer(getAllDevices, {});
  const listed = selected.devices.find(({ serial }) => serial === selected.serial);
  const device = useKeptWhileUnsaved(selected.serial ?? selected.unknownSerial, listed);
  const isUnheld = useIsPast() && listed === undefined;
  return (
    <Page title="SSH Credentials">
      <RightNote right="secrets" />
      <chakra.div display="flex">
        <DevicePicker selected={selected} hasSteps={false} />
      </chakra.div>
      {(device === undefined || isUnheld) && <NoDevice unknownSerial={selected.unknownSerial ?? device?.serial ?? null} />}
      {device !== undefined && (
        <KeptForms hidden={isUnheld}>
          <Parts>
            <SshForm key={device.serial} device={device} />
            <AuditLogSection serial={device.serial} />
          </Parts>
        </KeptForms>
      )}
    </Page>
  );
}
