import { useMemo } from 'react';
import { getAllDevices } from '#contract/devices/device';
import type { FleetFilter } from '#domain/devices/fleetFilter';
import { rowSeenAt, type FleetRow } from '#state/fleetRows';
import type { RootState } from '#state/store';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import type { Filters } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { FillStep } from '#widgets/FillStep';
import { polledTableState } from '#widgets/polledTableState';
import { serialFirst } from '#widgets/serialColumn';
import { columns as stateColumns } from './columns.tsx';
import { errorColumns } from './errorColumns.tsx';
import { filteredRows, filterText } from './useFleetFilter.ts';

const BY_NAME = { id: 'name', desc: false };
const keyOfRow = ({ device }: FleetRow) => device.serial;
const withSerial = serialFirst(keyOfRow);
// A moving device reports every second; most of these reports change no cell.
const toneOfRow = (row: FleetRow) =>
  rowSeenAt(row) === null ? ('never' as const) : row.status === 'online' ? undefined : ('old' as const);

interface Props {
  readonly select: (s: RootState) => readonly FleetRow[];
  readonly filter: FleetFilter;
  readonly filters: Filters;
  readonly onFilters: (filters: Filters) => void;
}

/** Renders the table of all devices. It is a separate component, because its rows change every second and the page around it does not. */
export function FleetTable({ select, filter, filters, onFilters }: Props) {
  const devices = useAnswer(getAllDevices, {});
  const rows = useAppSelector(select);
  const shown = useMemo(() => filteredRows(rows, filter), [rows, filter]);
  const isOfErrors = filter.kind === 'error';
  return (
    <DataTable
      fill
      name="fleet-state"
      label="Devices"
      columns={isOfErrors ? errorColumns : stateColumns}
      rows={shown}
      rowKey={keyOfRow}
      exportFirst={withSerial}
      rowTone={toneOfRow}
      rendersByValues
      sortedBy={BY_NAME}
      filters={filters}
      onFilters={onFilters}
      filterText={filterText(filter)}
      whenEmpty={<FillStep list="devices" />}
      {...polledTableState(devices)}
    />
  );
}
