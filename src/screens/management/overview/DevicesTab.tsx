import { useMemo } from 'react';
import { getAllDevices, getAllDeviceTypes, getAllLifeCycleStages } from '#contract/devices/device';
import { isDecommissioned, namedDevices } from '#domain/devices/deviceList';
import { HOUR_MS } from '#domain/text/timeUnits';
import { selectNow } from '#state/clock';
import { useFeature } from '#hooks/features';
import { useAppSelector } from '#hooks/useAppSelector';
import { useAnswer } from '#hooks/useAnswer';
import { DataTable } from '#ui/table/DataTable';
import { FillStep } from '#widgets/FillStep';
import { requestedTableState } from '#widgets/requestedTableState';
import { columns, tokenColumn } from './columns.tsx';
import { managedRows, type ManagedRow } from './managedRows.ts';

const BY_NAME = { id: 'name', desc: false };
const keyOfRow = ({ device }: ManagedRow) => device.serial;
const withTokens = [...columns.slice(0, -1), tokenColumn, ...columns.slice(-1)];
const toneOfRow = ({ device }: ManagedRow) => (isDecommissioned(device) ? ('error' as const) : undefined);

/** Renders the Overview tab: all devices; decommissioned ones are red. Source: MGMT-004..010, GAP-92. */
export function DevicesTab() {
  const devices = useAnswer(getAllDevices, {});
  const types = useAnswer(getAllDeviceTypes, {}).answer?.result;
  const stages = useAnswer(getAllLifeCycleStages, {}).answer?.result;
  const known = devices.answer?.result;
  const isKnown = useFeature('device_tokens');
  // Selected once an hour, because days are shown, and a list of thousands must not be rebuilt each second.
  const now = useAppSelector((s) => Math.floor(selectNow(s) / HOUR_MS) * HOUR_MS);
  const rows = useMemo(
    () => managedRows(namedDevices(known ?? []), types, stages, isKnown ? now : null),
    [known, types, stages, isKnown, now],
  );
  const hasEnds = useMemo(() => rows.some(({ tokenEnd }) => tokenEnd !== null), [rows]);
  return (
    <DataTable
      name="management-devices"
      label="Devices"
      columns={hasEnds ? withTokens : columns}
      rows={rows}
      rowKey={keyOfRow}
      rowTone={toneOfRow}
      rendersByValues
      sortedBy={BY_NAME}
      whenEmpty={<FillStep list="devices" />}
      {...requestedTableState(devices)}
    />
  );
}
