import type { ReportedState } from '#contract/fleet/reportedState';
import { useDevice } from '#hooks/useAppSelector';
import { KeyValues } from '#ui/KeyValues';
import { Section } from '#ui/Section';
import { AgeText } from '#widgets/AgeText';
import { StaleContent } from '../StaleContent.tsx';
import type { FieldRow } from './fieldRow.ts';
import { useDeviceReported } from '../useDeviceReported.ts';
import { useStaleAfter } from '../useStaleAfter.ts';

interface Props {
  readonly title: string;
  readonly serial: string;
  readonly rows: (state: ReportedState | undefined) => readonly FieldRow[];
}

/** Renders a section of the newest report of a device with its age, faded while the device is not live. */
export function ReportSection({ title, serial, rows }: Props) {
  const row = useDevice(serial);
  const { isLive } = useDeviceReported(serial);
  const staleAfterMs = useStaleAfter(row?.reportedAt, isLive);
  const age = row === undefined ? 'No report yet' : <AgeText at={row.reportedAt} staleAfterMs={staleAfterMs} />;
  return (
    <Section title={title} end={age}>
      <StaleContent old={!isLive}>
        <KeyValues rows={rows(row?.state)} />
      </StaleContent>
    </Section>
  );
}
