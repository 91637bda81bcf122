import { Activity } from 'react';
import { getIncidents, type Incident } from '#contract/incident';
import { incidentIdOf } from '#domain/incidents/incident';
import { Banner } from '#ui/Banner';
import { DataTable } from '#ui/table/DataTable';
import { OpenByIdForm } from '#ui/OpenByIdForm';
import { Page } from '#ui/Page';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { serialFirst } from '#widgets/serialColumn';
import { IncidentDetail } from './IncidentDetail.tsx';
import { useIncidentColumns } from './useIncidentColumns.ts';
import { useIncidentFilters } from './useIncidentFilters.ts';
import { useIncidentsParameters } from './useIncidentsParameters.ts';
import { useWrittenCodes } from './useWrittenCodes.ts';

const keyOfRow = ({ incident_id }: Incident) => incident_id;
const withSerial = serialFirst(({ machine_serial }: Incident) => machine_serial);

/** Renders the incidents, newest first, polled. A failed load empties the list. Source: INC-005..020, INC-022, LIVE-019. */
function IncidentList() {
  const { written, learn } = useWrittenCodes();
  const { query, filters, onFilters, left, notices } = useIncidentFilters(written);
  const { table } = usePagedQuery('incidents-all', getIncidents, {}, query);
  learn(table.rows);
  const columns = useIncidentColumns(table.rows, filters, written);
  return (
    <Page fill title="Incidents">
      <GoToIncident />
      {notices.map((notice) => (
        <Banner key={notice} tone="quiet">
          {notice}
        </Banner>
      ))}
      <DataTable
        {...table}
        fill
        label="Incidents"
        columns={columns}
        rows={left(table.rows)}
        rowKey={keyOfRow}
        exportFirst={withSerial}
        filters={filters}
        onFilters={onFilters}
        // The list is polled, so it needs no retry button.
        onRetry={undefined}
      />
    </Page>
  );
}

/**
 * The All Incidents screen, or the incident named in the URL; the form "Go To Incident". While an incident is shown, the list is hidden, requests nothing, and
 * keeps its page and filters. Source: INC-001..052.
 */
export function AllIncidentsScreen() {
  const { incidentId } = useIncidentsParameters();
  return (
    <>
      <Activity mode={incidentId === null ? 'visible' : 'hidden'}>
        <IncidentList />
      </Activity>
      {incidentId !== null && <IncidentDetail key={incidentId} id={incidentId} />}
    </>
  );
}

/** Renders the form that opens an incident by its id. Source: INC-016, INC-017. */
function GoToIncident() {
  const { open } = useIncidentsParameters();
  return <OpenByIdForm label="Incident ID" word="Go To Incident" read={incidentIdOf} onId={open} />;
}
