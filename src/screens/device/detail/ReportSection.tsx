import type { ReportedState } from '#contract/fleet/reportedState';
import { reportReadAt } from '#state/fleet';
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
  const readAt = reportReadAt(row);
  const staleAfterMs = useStaleAfter(readAt, isLive);
  const age = readAt === null ? 'No report yet' : <AgeText at={readAt} staleAfterMs={staleAfterMs} />;
  return (
    <Section title={title} end={age}>
      <StaleContent old={!isLive}>
        <KeyValues rows={rows(row?.state)} />
      </StaleContent>
    </Section>
  );
}
