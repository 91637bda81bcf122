import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { type Device, getAllDeviceTypes } from '#contract/devices/device';
import { SETTINGS_NOTE } from '#domain/devices/deviceSettings';
import { neverReportedText } from '#domain/devices/online';
import { MISSING } from '#domain/text/numbers';
import { useAnswer } from '#hooks/useAnswer';
import { CopyButton } from '#ui/CopyButton';
import { FieldNote } from '#ui/FieldNote';
import { Section } from '#ui/Section';
import { DeviceSettings } from '#widgets/DeviceSettings';
import { SettingLabel, SettingLine, SettingValue } from '#widgets/SettingLine';
import { TimeText } from '#widgets/TimeText';
import { EditDevice } from './EditDevice.tsx';
import { ReportedIdentity } from './ReportedIdentity.tsx';
import { RemoveDevice } from './RemoveDevice.tsx';
import { MetadataValid } from '../MetadataValid.tsx';
import { StageMark } from '../StageMark.tsx';

const Pair = chakra('span', { base: { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' } });

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <SettingLine role="group" aria-label={label} low>
      <SettingLabel>{label}</SettingLabel>
      <SettingValue>{children}</SettingValue>
    </SettingLine>
  );
}

function TypeName({ id }: { readonly id: string }) {
  const name = useAnswer(getAllDeviceTypes, {}).answer?.result.find((type) => type.id === id)?.name ?? id;
  return (
    <Pair>
      {name}
      {name !== id && <chakra.span color="fg.muted">{id}</chakra.span>}
    </Pair>
  );
}

/**
 * Renders "Device": serial, name and stage (editable), client name, type, revision, first and last seen. Source: MGMT-020, MGMT-052,
 * GAP-91.
 */
export function DeviceSection({ device }: { readonly device: Device }) {
  const {
    serial,
    client_name,
    device_type,
    hardware_revision_id,
    first_seen,
    last_seen,
    metadata_valid: isValid,
    is_live: isLive,
  } = device;
  return (
    <Section title="Device">
      <Fact label="Serial">
        <Pair>
          {serial}
          <CopyButton text={serial} what={`serial ${serial}`} />
        </Pair>
      </Fact>
      <DeviceSettings device={device} stageWord="Confirm" stageMark={(id, name) => <StageMark id={id} name={name} />} />
      <Fact label="Client Name">{client_name || MISSING}</Fact>
      <Fact label="Device Type">
        <TypeName id={device_type} />
      </Fact>
      <Fact label="Hardware Revision">{hardware_revision_id || MISSING}</Fact>
      <Fact label="First Seen">
        <TimeText at={first_seen} />
      </Fact>
      <Fact label="Last Seen">{neverReportedText(Boolean(last_seen), isLive === true) ?? <TimeText at={last_seen} />}</Fact>
      <Fact label="Metadata Valid">
        <MetadataValid isValid={isValid} />
      </Fact>
      <ReportedIdentity device={device} />
      <FieldNote>{SETTINGS_NOTE}</FieldNote>
      <EditDevice device={device} />
      <RemoveDevice device={device} />
    </Section>
  );
}
