import { useMemo, useState } from 'react';
import { getIncidentLogs, type Incident, MAX_LOG_PART } from '#contract/incident';
import { isFatal } from '#domain/devices/eventLevel';
import { hasLogLines } from '#domain/incidents/incident';
import { useFeature } from '#hooks/features';
import type { Filters } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { Section } from '#ui/Section';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { type LogRow, logColumns, logRows } from './logColumns.tsx';

const keyOfRow = ({ key }: LogRow) => key;
const toneOfRow = ({ line }: LogRow) => (isFatal(line.level) ? ('error' as const) : undefined);

function Lines({ id }: { readonly id: string }) {
  const [filters, setFilters] = useState<Filters>({});
  const contains = (filters['message'] ?? '').slice(0, MAX_LOG_PART);
  const level = filters['level'] ?? '';
  const wanted = { ...(level === '' ? {} : { level }), ...(contains === '' ? {} : { contains }) };
  const { table } = usePagedQuery('incident-logs', getIncidentLogs, { id }, wanted);
  const rows = useMemo(() => logRows(table.rows), [table.rows]);
  return (
    <DataTable
      {...table}
      label="Lines of the recording"
      columns={logColumns}
      rows={rows}
      rowKey={keyOfRow}
      rowTone={toneOfRow}
      filters={filters}
      onFilters={setFilters}
    />
  );
}

/** Renders the log lines in the recordings of an incident, if the server stores them and there are any. Source: EVID5. */
export function LogLines({ incident }: { readonly incident: Incident }) {
  const isKept = useFeature('incident_logs');
  if (!isKept || !hasLogLines(incident)) return null;
  const read = incident.post_processing_results?.log_parsing?.message ?? '';
  return (
    <Section title="Log Lines" bare>
      {/* Another recording has other lines. */}
      <Lines key={`${incident.incident_id} ${read}`} id={incident.incident_id} />
    </Section>
  );
}
