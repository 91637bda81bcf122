import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { getAllDevices } from '#contract/devices/device';
import { getMachines } from '#contract/fleet/machine';
import { rowSeenAt } from '#state/fleetRows';
import { FLEET_SETTINGS_EVERY_MS } from '#hooks/pollInterval';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useQuery } from '#hooks/useQuery';
import { Checkbox } from '#ui/Checkbox';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { FillStep } from '#widgets/FillStep';
import { polledTableState } from '#widgets/polledTableState';
import { RequestRemaining } from './RequestRemaining.tsx';
import { serialFirst } from '#widgets/serialColumn';
import { SimImport } from './SimImport.tsx';
import { columnsOf } from './columns.tsx';
import { makeSelectSettingsRows, type SettingsRow } from './selectSettingsRows.ts';
import { infoGroups, useShownGroups } from './shownGroups.ts';

const REFRESHED = { everyMs: FLEET_SETTINGS_EVERY_MS };
const BY_NAME = { id: 'name', desc: false };
const Toggles = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', columnGap: '20px', alignItems: 'center' } });
const keyOfRow = ({ device }: SettingsRow) => device.serial;
const withSerial = serialFirst(keyOfRow);
const toneOfRow = (row: SettingsRow) => (rowSeenAt(row) === null ? ('never' as const) : undefined);

/**
 * The Settings Overview screen: software, maps and SIM of all devices, four toggles of column groups. The lists and the data of the devices on the shown page
 * are polled every 10 s; the data of the others are requested once in batches, so that filtering and sorting include them.
 */
export function SettingsScreen() {
  const devices = useAnswer(getAllDevices, {}, {}, REFRESHED);
  useQuery(getMachines, {}, {}, REFRESHED);
  const select = useMemo(makeSelectSettingsRows, []);
  const rows = useAppSelector(select);
  const [shown, toggle] = useShownGroups();
  const serials = useMemo(() => rows.map(({ device }) => device.serial), [rows]);
  const columns = useMemo(() => columnsOf(shown), [shown]);
  return (
    <Page
      fill
      title="Overview All Devices"
      actions={
        <Toggles>
          {shown.has('sim') && <SimImport serials={serials} />}
          {infoGroups.map(({ id, label }) => (
            <Checkbox key={id} checked={shown.has(id)} onChecked={(isShown) => toggle(id, isShown)}>
              {label}
            </Checkbox>
          ))}
        </Toggles>
      }
    >
      {infoGroups.map((info) => 'group' in info && shown.has(info.id) && <RequestRemaining key={info.id} rows={rows} group={info.group} />)}
      <DataTable
        fill
        name="fleet-settings"
        label="Settings"
        columns={columns}
        rows={rows}
        rowKey={keyOfRow}
        exportFirst={shown.has('device') ? undefined : withSerial}
        rowTone={toneOfRow}
        rendersByValues
        sortedBy={BY_NAME}
        whenEmpty={<FillStep list="devices" />}
        {...polledTableState(devices)}
      />
    </Page>
  );
}
