import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { getTreatmentsLastDay } from '#contract/fleet/treatment';
import { dateTimeText, instantMs } from '#domain/text/dates';
import { DASHBOARD_EVERY_MS } from '#hooks/pollInterval';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectLocationNames } from '#state/referenceData';
import { DataTable } from '#ui/table/DataTable';
import { Section } from '#ui/Section';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { polledTableState } from '#widgets/polledTableState';
import { columns } from './columns.tsx';
import { lastDayRows, type TreatmentRow } from './lastDayRows.ts';

const NEWEST_FIRST = { id: 'start', desc: true };
const keyOfRow = ({ treatment }: TreatmentRow) => treatment.id;

/** Renders the section "Treatment overview of the last day" with its table, newest first. */
export function RecentTreatments() {
  const lastDay = useAnswer(getTreatmentsLastDay, {}, {}, { everyMs: DASHBOARD_EVERY_MS });
  const { answer, knownSince } = lastDay;
  const places = useAppSelector(selectLocationNames);
  const rows = useMemo(() => lastDayRows(answer, places), [answer, places]);
  // A list of the history that reaches back further than the day is complete.
  const isWhole = knownSince !== undefined && knownSince <= (instantMs(answer?.from_dt) ?? 0);
  return (
    <Section
      bare
      title="Treatment overview of the last day"
      end={answer && <chakra.span hideBelow="md">{`${dateTimeText(answer.from_dt)} to ${dateTimeText(answer.to_dt)}`}</chakra.span>}
    >
      <OlderLeftOut answer={answer} what="treatment" />
      <DataTable
        name="dashboard-treatments"
        label="Treatments"
        columns={columns}
        rows={rows}
        rowKey={keyOfRow}
        sortedBy={NEWEST_FIRST}
        pageSize={10}
        {...polledTableState(isWhole ? { ...lastDay, knownSince: undefined } : lastDay)}
      />
    </Section>
  );
}
