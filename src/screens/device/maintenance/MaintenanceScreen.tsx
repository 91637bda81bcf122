import { chakra } from '@chakra-ui/react';
import type { Device } from '#contract/devices/device';
import { sshTarget } from '#contract/devices/maintenance';
import { SETTINGS_NOTE } from '#domain/devices/deviceSettings';
import { SSH_NOTES } from '#domain/devices/sshChanges';
import { useFeature } from '#hooks/features';
import { FieldNote } from '#ui/FieldNote';
import { Section } from '#ui/Section';
import { DeviceSettings } from '#widgets/DeviceSettings';
import { RightNote } from '#widgets/RightNote';
import { DevicePage } from '../DevicePage.tsx';
import { TargetRow } from './TargetRow.tsx';

// Limits the distance between a value and its button.
const Parts = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '24px', maxWidth: '960px' } });

/** The Maintenance screen: name and life cycle stage of a device; "SSH Credentials", "Every request is logged". */
export function MaintenanceScreen() {
  return (
    <DevicePage>
      {(device) => (
        <Parts>
          <SettingsSection device={device} />
          <CredentialsSection serial={device.serial} />
        </Parts>
      )}
    </DevicePage>
  );
}

/** Renders name and life cycle stage of a device, each edited separately. Source: DEV-141..143, GAP-31. */
function SettingsSection({ device }: { readonly device: Device }) {
  return (
    <Section title="Settings">
      <RightNote right="devices" />
      <DeviceSettings device={device} />
      <FieldNote>{SETTINGS_NOTE}</FieldNote>
    </Section>
  );
}

/** Renders the SSH credentials of a device's computers, masked until requested. Source: DEV-144..149. */
function CredentialsSection({ serial }: { readonly serial: string }) {
  const keepsFormer = useFeature('ssh_former');
  return (
    <Section title="SSH Credentials">
      <RightNote right="secrets" />
      {sshTarget.options.map((target) => (
        <TargetRow key={target} serial={serial} target={target} />
      ))}
      <FieldNote>Every request is logged</FieldNote>
      {keepsFormer && <FieldNote>{SSH_NOTES.reading}</FieldNote>}
    </Section>
  );
}
