import { createSelector } from '@reduxjs/toolkit';
import { selectTickedAt } from '#state/clock';
import { dataIn, selectPushedRow, type DataOf, type DeviceDataState, type PushedRow } from '#state/deviceData';
import { makeSelectFleetRows, type FleetRow } from '#state/fleetRows';
import type { RootState } from '#state/store';

/** The data groups that the settings overview shows. */
export type SettingsGroup = 'sw_version' | 'map_data' | 'sim_info';

/** One device with its settings as of the last tick; a group that was never reported is undefined. */
export interface SettingsRow extends FleetRow {
  readonly sw_version: DataOf<'sw_version'> | undefined;
  readonly map_data: DataOf<'map_data'> | undefined;
  readonly sim_info: DataOf<'sim_info'> | undefined;
}

interface Kept {
  readonly fleetRow: FleetRow;
  readonly pushed: PushedRow | undefined;
  readonly row: SettingsRow;
}

const settingsRow = (fleetRow: FleetRow, pushed: PushedRow | undefined): SettingsRow => ({
  ...fleetRow,
  sw_version: dataIn(pushed, 'sw_version'),
  map_data: dataIn(pushed, 'map_data'),
  sim_info: dataIn(pushed, 'sim_info'),
});

const keptOf = (fleetRow: FleetRow, pushed: PushedRow | undefined, old: Kept | undefined): Kept =>
  old?.fleetRow === fleetRow && old.pushed === pushed ? old : { fleetRow, pushed, row: settingsRow(fleetRow, pushed) };

/** Selects every device with its reported settings, updated once a second like the fleet. A row keeps its identity while its device reports nothing. */
export function makeSelectSettingsRows(): (s: RootState) => readonly SettingsRow[] {
  const selectFleetRows = makeSelectFleetRows();
  let kept: readonly Kept[] = [];
  return createSelector([selectFleetRows, selectDataAtTick()], (fleetRows, deviceData): readonly SettingsRow[] => {
    kept = fleetRows.map((fleetRow, at) => keptOf(fleetRow, selectPushedRow({ deviceData }, fleetRow.device.serial), kept[at]));
    return kept.map(({ row }) => row);
  });
}

// Once per tick, because in a large fleet every frame contains a report. A jump to another moment of the same second brings another fleet.
function selectDataAtTick(): (s: RootState) => DeviceDataState {
  let fleet: RootState['fleet']['perSecondSnapshot'] | undefined;
  let tickedAt: number | undefined;
  let perSecondSnapshot: DeviceDataState;
  return (s) => {
    if (selectTickedAt(s) !== tickedAt || s.fleet.perSecondSnapshot !== fleet) {
      [tickedAt, fleet] = [selectTickedAt(s), s.fleet.perSecondSnapshot];
      perSecondSnapshot = s.deviceData;
    }
    return perSecondSnapshot;
  };
}
