import { useMemo } from 'react';
import { getConfigChanges } from '#contract/devices/configuration';
import { DataTable } from '#ui/table/DataTable';
import { useAccountZone } from '#widgets/AccountZone';
import { RefreshButton } from '#widgets/RefreshButton';
import { serialFirst } from '#widgets/serialColumn';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { historyColumnsIn, type HistoryRow } from './historyColumns.tsx';

const keyOfRow = ({ key }: HistoryRow) => key;

/**
 * Renders the History tab: who changed which parameter, newest first, ten per page. A failed load empties the table silently. Source: DEV-102..109, DEV-112,
 * GAP-33.
 */
export function HistoryTab({ serial }: { readonly serial: string }) {
  const { zone } = useAccountZone();
  const columns = useMemo(() => historyColumnsIn(zone), [zone]);
  const withSerial = useMemo(() => serialFirst<HistoryRow>(() => serial), [serial]);
  const { table, query } = usePagedQuery('config-history', getConfigChanges, { serial });
  const rows = useMemo(() => table.rows.map((change, at): HistoryRow => ({ ...change, key: String(at) })), [table.rows]);
  return (
    <>
      <RefreshButton variant="ghost" ms="-12px" isPending={query.isPending} onRefresh={query.refresh} />
      <DataTable
        {...table}
        label="Changes"
        columns={columns}
        rows={rows}
        exportFirst={withSerial}
        rowKey={keyOfRow}
        remote={{ ...table.remote, isFixed: true }}
      />
    </>
  );
}
