import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { getAllDevices } from '#contract/devices/device';
import { getDeviceActions } from '#contract/devices/deviceAction';
import { z } from '#contract/schema';
import { deviceActionTypeOf } from '#domain/devices/deviceActions';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { Button } from '#ui/Button';
import { DataTable } from '#ui/table/DataTable';
import { DevicePicker } from '#widgets/DevicePicker';
import { RefreshButton } from '#widgets/RefreshButton';
import { selectSortedDevices } from '#widgets/selectSortedDevices';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { actionColumns, type ActionRow } from './actionColumns.tsx';
import { useOverviewParameters } from './useOverviewParameters.ts';

const Bar = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px', mb: '12px' } });
const addressed = z.object({ device_serial: z.catch(z.optional(z.string().check(z.minLength(1))), undefined) });
const keyOfRow = ({ key }: ActionRow) => key;

interface TableProps {
  /** Undefined means all devices. */
  readonly serial: string | undefined;
}

function ActionsTable({ serial }: TableProps) {
  const [search, put] = useOverviewParameters();
  const type = deviceActionTypeOf(search.get('action_type'));
  const { table, query } = usePagedQuery('device-actions', getDeviceActions, {}, { device_serial: serial, action_type: type });
  const rows = useMemo(() => table.rows.map((action, at): ActionRow => ({ ...action, key: `${action.timestamp} ${at}` })), [table.rows]);
  const filters = useMemo(() => ({ type: type ?? '' }), [type]);
  return (
    <>
      <RefreshButton variant="ghost" ms="-12px" isPending={query.isPending} onRefresh={query.refresh} />
      <DataTable
        {...table}
        label="Actions"
        columns={actionColumns}
        rows={rows}
        rowKey={keyOfRow}
        filters={filters}
        onFilters={(next) => put({ action_type: next['type'] ?? '' })}
      />
    </>
  );
}

/** Renders the Actions tab: the history of all devices, or of the one in the URL, newest first. Source: MGMT-011. */
export function ActionsTab() {
  useAnswer(getAllDevices, {});
  const devices = useAppSelector(selectSortedDevices);
  const [search, put] = useOverviewParameters();
  const { device_serial: serial } = addressed.parse(Object.fromEntries(search));
  return (
    <>
      <Bar>
        <DevicePicker
          selected={{ serial: serial ?? null, choices: devices, select: (chosen) => put({ device_serial: chosen }) }}
          hasSteps={false}
        />
        {serial !== undefined && (
          <Button variant="ghost" onClick={() => put({ device_serial: '' })}>
            <X aria-hidden="true" />
            All Devices
          </Button>
        )}
      </Bar>
      <ActionsTable key={serial} serial={serial} />
    </>
  );
}
