import type { ReportedState } from '#contract/fleet/reportedState';
import { useDevice } from '#state/hooks/useAppSelector';
import { KeyValues } from '#ui/KeyValues';
import { Section } from '#ui/Section';
import { AgeText } from '#widgets/AgeText';
import { StaleContent } from '../StaleContent.tsx';
import type { FieldRow } from './fieldRow.ts';
import { useDeviceReported } from '../useDeviceReported.ts';

/** A device reports about once a second; a report older than 10 s is shown as stale. */
const STALE_AFTER_MS = 10_000;

interface Props {
  readonly title: string;
  readonly serial: string;
  readonly rows: (state: ReportedState | undefined) => readonly FieldRow[];
}

/** Renders a section of the newest report of a device with its age, faded while the device is not live. */
export function ReportSection({ title, serial, rows }: Props) {
  const row = useDevice(serial);
  const { isLive } = useDeviceReported(serial);
  const age = row === undefined ? 'No report yet' : <AgeText at={row.reportedAt} staleAfterMs={isLive ? STALE_AFTER_MS : 0} />;
  return (
    <Section title={title} end={age}>
      <StaleContent old={!isLive}>
        <KeyValues rows={rows(row?.state)} />
      </StaleContent>
    </Section>
  );
}
