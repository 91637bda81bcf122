import type { Device } from '#contract/device';
import { SETTINGS_NOTE } from '#domain/deviceSettings';
import { Note } from '#ui/Note';
import { Section } from '#ui/Section';
import { DeviceSettings } from '#widgets/DeviceSettings';

/** Name and life cycle stage of a device, each edited by itself. Source: DEV-141..143, GAP-31. */
export function SettingsSection({ device }: { readonly device: Device }) {
  return (
    <Section title="Settings">
      <DeviceSettings device={device} />
      <Note>{SETTINGS_NOTE}</Note>
    </Section>
  );
}
