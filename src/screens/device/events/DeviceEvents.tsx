import { useMemo } from 'react';
import type { Device } from '#contract/device';
import { getEvents } from '#contract/deviceEvent';
import { DataTable } from '#ui/DataTable';
import { RefreshButton } from '#widgets/RefreshButton';
import { usePagedAnswer } from '#widgets/usePagedAnswer';
import { TitleLine } from '../TitleLine.tsx';
import { columns } from './columns.tsx';
import { type EventRow, eventRows } from './eventRows.ts';
import { useLevel } from './useLevel.ts';

const keyOfRow = ({ key }: EventRow) => key;
const toneOfRow = ({ event }: EventRow) => (event.level === 'fatal' ? ('error' as const) : undefined);

/** What happened to one device, the newest first; loaded on opening, paging, filtering and by its button. Source: GAP-114. */
export function DeviceEvents({ device: { serial, name } }: { readonly device: Device }) {
  const [level, setLevel] = useLevel();
  const { table, asked } = usePagedAnswer('device-events', getEvents, { serial }, { level });
  const rows = useMemo(() => eventRows(table.rows), [table.rows]);
  const filters = useMemo(() => ({ level: level ?? '' }), [level]);
  return (
    <>
      <TitleLine title={`Device Events - ${name}`}>
        <RefreshButton isPending={asked.isPending} onRefresh={asked.refresh} />
      </TitleLine>
      <DataTable
        {...table}
        fill
        label="Events"
        columns={columns}
        rows={rows}
        rowKey={keyOfRow}
        rowTone={toneOfRow}
        filters={filters}
        onFilters={(next) => setLevel(next['level'] ?? '')}
      />
    </>
  );
}
