import { type AuditLine, getAuditLines } from '#contract/audit';
import { searchedText } from '#domain/people/auditLines';
import { Banner } from '#ui/Banner';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { PastTime, TimeRow } from '#widgets/PastTime';
import { RefreshButton } from '#widgets/RefreshButton';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { columns } from './columns.tsx';
import { useAuditFilters } from './useAuditFilters.ts';

const keyOfRow = ({ id }: AuditLine) => id;

/**
 * The Audit Log screen: who did what, newest first, if the server announces `audit_log`. Requested on mount, paging, filtering and by the refresh button.
 * Source: AUDIT11.
 */
export function AuditLogScreen() {
  const { from, to, filters, query: asked, setFilters, setTime } = useAuditFilters();
  const { table, query } = usePagedQuery('audit-log', getAuditLines, {}, asked);
  const notice = searchedText(query.answer?.searched_from);
  const isReversed = from !== null && to !== null && to <= from;
  return (
    <Page fill title="Audit Log" actions={<RefreshButton isPending={query.isPending} onRefresh={query.refresh} />}>
      <TimeRow>
        <PastTime label="From" at={from} onAt={(at) => setTime('from', at)} openHint="From the beginning" />
        <PastTime
          label="Until"
          at={to}
          onAt={(at) => setTime('to', at)}
          openHint="Until now"
          problem={isReversed ? 'The end is not after the start.' : undefined}
        />
      </TimeRow>
      {notice !== undefined && <Banner tone="quiet">{notice}</Banner>}
      <DataTable {...table} fill label="Audit Log" columns={columns} rowKey={keyOfRow} filters={filters} onFilters={setFilters} />
    </Page>
  );
}
