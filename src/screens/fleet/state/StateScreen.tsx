import { chakra } from '@chakra-ui/react';
import { OctagonAlert, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { getAllDevices } from '#contract/device';
import { timeText } from '#domain/dates';
import { makeSelectFleetRows, newestReportAt, rowSeenAt, type FleetRow } from '#state/fleetRows';
import { useAnswer } from '#state/useAnswer';
import { useAppSelector } from '#state/useAppSelector';
import { Button } from '#ui/Button';
import type { Filters } from '#ui/column';
import { DataTable } from '#ui/DataTable';
import { Page } from '#ui/Page';
import { listLook } from '#widgets/listLook';
import { columns } from './columns.tsx';
import { lookOfRow } from './lookOfRow.ts';
import { filteredRows, filterText, useFleetFilter } from './useFleetFilter.ts';

const BY_NAME = { id: 'name', desc: false };
/** The three buttons stand in one line on a phone: without icons, a little smaller. */
const SMALLER = { px: { base: '2', md: '3' }, fontSize: { base: '13px', md: '14px' } } as const;
const Wide = chakra('span', { base: { display: { base: 'none', md: 'flex' } } });
const NO_FILTERS: Filters = {};
const keyOfRow = ({ device }: FleetRow) => device.serial;
const toneOfRow = (row: FleetRow) => (rowSeenAt(row) === null ? ('never' as const) : row.isOnline ? undefined : ('old' as const));

/** All devices: online, name, place, task, battery, and the way to one of them. */
export function StateScreen() {
  const devices = useAnswer(getAllDevices, {});
  const select = useMemo(makeSelectFleetRows, []);
  const rows = useAppSelector(select);
  const { filter, show } = useFleetFilter();
  const [filters, setFilters] = useState(NO_FILTERS);
  const shown = useMemo(() => filteredRows(rows, filter), [rows, filter]);
  const newest = newestReportAt(rows);
  const clear = () => {
    show(null);
    setFilters(NO_FILTERS);
  };
  return (
    <Page
      fill
      title="Overview All Devices"
      meta={`Last update ${timeText(newest)}`}
      actions={
        <>
          <Button look="ghost" {...SMALLER} onClick={clear}>
            <Wide>
              <X aria-hidden="true" />
            </Wide>
            Clear Filter
          </Button>
          <Button {...SMALLER} aria-pressed={filter.kind === 'operational'} onClick={() => show('operational')}>
            Operational Devices
          </Button>
          <Button {...SMALLER} aria-pressed={filter.kind === 'error'} onClick={() => show('error')}>
            <Wide>
              <OctagonAlert aria-hidden="true" />
            </Wide>
            Devices in Error
          </Button>
        </>
      }
    >
      <DataTable
        fill
        name="fleet-state"
        label="Devices"
        columns={columns}
        rows={shown}
        rowKey={keyOfRow}
        rowTone={toneOfRow}
        rowLook={lookOfRow}
        sortedBy={BY_NAME}
        filters={filters}
        onFilters={(next) => (Object.keys(next).length === 0 ? clear() : setFilters(next))}
        filterText={filterText(filter)}
        look={listLook(devices)}
      />
    </Page>
  );
}
