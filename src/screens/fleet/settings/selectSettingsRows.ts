import { createSelector } from '@reduxjs/toolkit';
import { dataIn, type DataOf, type PushedRow } from '#state/deviceData';
import { makeSelectFleetRows, type FleetRow } from '#state/fleetRows';
import { rowOf } from '#state/persistentRows';
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
  return createSelector([selectFleetRows, (s: RootState) => s.deviceData.perSecondSnapshot], (fleetRows, data): readonly SettingsRow[] => {
    kept = fleetRows.map((fleetRow, at) => keptOf(fleetRow, rowOf(data, fleetRow.device.serial), kept[at]));
    return kept.map(({ row }) => row);
  });
}
