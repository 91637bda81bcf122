import { useMemo } from 'react';
import { getAllDevices, getAllDeviceTypes, getAllLifeCycleStages } from '#contract/devices/device';
import { isDecommissioned } from '#domain/devices/deviceList';
import { useAnswer } from '#state/hooks/useAnswer';
import { renderKeyOf } from '#ui/column';
import { DataTable } from '#ui/DataTable';
import { FillStep } from '#widgets/FillStep';
import { requestedTableState } from '#widgets/requestedTableState';
import { columns } from './columns.tsx';
import { managedRows, type ManagedRow } from './managedRows.ts';

const BY_NAME = { id: 'name', desc: false };
const keyOfRow = ({ device }: ManagedRow) => device.serial;
const renderKey = renderKeyOf(columns);
const toneOfRow = ({ device }: ManagedRow) => (isDecommissioned(device) ? ('error' as const) : undefined);

/** Renders the table of all devices; decommissioned ones are red. Source: MGMT-004..010, GAP-92. */
export function DevicesTab() {
  const devices = useAnswer(getAllDevices, {});
  const types = useAnswer(getAllDeviceTypes, {}).answer?.result;
  const stages = useAnswer(getAllLifeCycleStages, {}).answer?.result;
  const known = devices.answer?.result;
  const rows = useMemo(() => managedRows(known ?? [], types, stages), [known, types, stages]);
  return (
    <DataTable
      name="management-devices"
      label="Devices"
      columns={columns}
      rows={rows}
      rowKey={keyOfRow}
      rowTone={toneOfRow}
      renderKey={renderKey}
      sortedBy={BY_NAME}
      whenEmpty={<FillStep list="devices" />}
      {...requestedTableState(devices)}
    />
  );
}
