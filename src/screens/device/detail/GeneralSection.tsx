import type { Device } from '#contract/devices/device';
import { clockOffsetText } from '#domain/devices/messageFaults';
import { neverReportedText } from '#domain/devices/online';
import { KeyValues } from '#ui/KeyValues';
import { Section } from '#ui/Section';
import { TimeText } from '#widgets/TimeText';
import { field } from './fieldRow.ts';
import { useClockOffset } from '../useRawState.ts';
import { useDeviceReported } from '../useDeviceReported.ts';

/** Renders "General": serial number, name and last connection of a device. */
export function GeneralSection({ device: { serial, name } }: { readonly device: Device }) {
  const { reportedAt, isLive } = useDeviceReported(serial);
  const clockOffsetMs = useClockOffset(serial);
  return (
    <Section title="General">
      <KeyValues
        rows={[
          field('Serial number', serial),
          field('Name', name, 'name'),
          field('Last connection', neverReportedText(reportedAt !== null, isLive) ?? <TimeText at={reportedAt} />, 'reported'),
          ...(clockOffsetMs == null ? [] : [field('Clock', clockOffsetText(clockOffsetMs))]),
        ]}
      />
    </Section>
  );
}
