import { treatmentLink } from '#domain/addresses';
import { useMemo } from 'react';
import { getEventAnalysis, type TreatmentHappening } from '#contract/fleet/treatment';
import { isFatal } from '#domain/devices/eventLevel';
import { treatmentIdOf } from '#domain/treatments/treatment';
import { useAnswer, type Answered } from '#hooks/useAnswer';
import { DataTable } from '#ui/table/DataTable';
import { OpenByIdForm } from '#ui/OpenByIdForm';
import { Page } from '#ui/Page';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { requestedTableState } from '#widgets/requestedTableState';
import { isNotFound, TreatmentNotFound } from '../TreatmentNotFound.tsx';
import { OtherPage } from '../OtherPage.ts';
import { useTreatmentId } from '../useTreatmentId.ts';
import { columns } from './columns.tsx';
import { type HappeningRow, eventRows } from './eventRows.ts';

/** The Event Analysis screen ("Events of a treatment"): the events of one treatment, requested by its id ("Analyse"). Source: TRT-030..040. */
export function EventAnalysisScreen() {
  const [id, setId] = useTreatmentId();
  const query = useAnswer(getEventAnalysis, { id: id ?? '' }, {}, { isWanted: id !== null });
  const analyse = (wanted: string) => (wanted === id ? query.refresh() : setId(wanted));
  return (
    <Page fill title="Events of a treatment">
      <OpenByIdForm key={`id ${id}`} id={id} label="Treatment ID" word="Analyse" variant="solid" read={treatmentIdOf} onId={analyse}>
        {id !== null && !isNotFound(query) && <OtherPage to={treatmentLink(id)}>To Details</OtherPage>}
      </OpenByIdForm>
      <TreatmentNotFound query={query} />
      {!isNotFound(query) && <OlderLeftOut answer={query.answer} what="event" />}
      {id !== null && !isNotFound(query) && <Story key={`story ${id}`} query={query} />}
    </Page>
  );
}

const keyOfRow = ({ key }: HappeningRow) => key;
const toneOfRow = ({ happening }: HappeningRow) => (isFatal(happening.level) ? ('error' as const) : undefined);
const nothing: readonly TreatmentHappening[] = [];

/** Renders the events of a treatment as a table. Not polled; if loading fails, the table is empty. Source: RULE-113. */
function Story({ query }: { readonly query: Answered<{ readonly result: readonly TreatmentHappening[] }> }) {
  const hasFailed = query.failure !== undefined;
  const story = (hasFailed ? undefined : query.answer?.result) ?? nothing;
  const rows = useMemo(() => eventRows(story), [story]);
  return (
    <DataTable
      fill
      name="treatment-events"
      label="Events"
      columns={columns}
      rows={rows}
      rowKey={keyOfRow}
      rowTone={toneOfRow}
      {...requestedTableState(query)}
    />
  );
}
