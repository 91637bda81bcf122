import { useMemo } from 'react';
import { getAllDevices } from '#contract/devices/device';
import { UPLOAD_NOTE } from '#domain/commands/commandRows';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { FillStep } from '#widgets/FillStep';
import { polledTableState } from '#widgets/polledTableState';
import { columns } from './columns.tsx';
import { type ActionRow, makeSelectActionRows } from './selectActionRows.ts';

const BY_NAME = { id: 'name', desc: false };
const keyOfRow = ({ device }: ActionRow) => device.serial;

/** The Global Actions screen ("Upload incident data"): each device that has a state, with its button and the result. */
export function ActionsScreen() {
  const devices = useAnswer(getAllDevices, {});
  const select = useMemo(makeSelectActionRows, []);
  const rows = useAppSelector(select);
  return (
    <Page fill title="Upload incident data">
      <Banner tone="quiet">{UPLOAD_NOTE}</Banner>
      <DataTable
        fill
        name="fleet-actions"
        label="Devices"
        columns={columns}
        rows={rows}
        rowKey={keyOfRow}
        rendersByValues
        sortedBy={BY_NAME}
        whenEmpty={<FillStep list="devices" />}
        {...polledTableState(devices)}
      />
    </Page>
  );
}
