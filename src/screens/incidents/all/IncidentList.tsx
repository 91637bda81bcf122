import { getIncidents, type Incident } from '#contract/incident';
import { Banner } from '#ui/Banner';
import { DataTable } from '#ui/DataTable';
import { Page } from '#ui/Page';
import { usePagedAnswer } from '#widgets/usePagedAnswer';
import { GoToIncident } from './GoToIncident.tsx';
import { useIncidentColumns } from './useIncidentColumns.ts';
import { useIncidentFilters } from './useIncidentFilters.ts';

const keyOfRow = ({ incident_id }: Incident) => incident_id;

/** The incidents, the newest first, asked again by itself. A failed load empties the list. Source: INC-005..020, INC-022, LIVE-019. */
export function IncidentList() {
  const { query, filters, onFilters, left, notices } = useIncidentFilters();
  const { table } = usePagedAnswer('incidents-all', getIncidents, {}, query);
  const columns = useIncidentColumns(table.rows, filters);
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
        filters={filters}
        onFilters={onFilters}
        // It is tried again by itself.
        onRetry={undefined}
      />
    </Page>
  );
}
