/** `SettingsRow`, a fleet row with `sw_version`, `map_data` and `sim_info`, which keeps its identity per device. */

import { createSelector } from '@reduxjs/toolkit';
import type { EnteredSim } from '#contract/devices/deviceSim';
import { dataIn, type DataOf, type PushedRow } from '#state/deviceData';
import { makeSelectFleetRows, type FleetRow } from '#state/fleetRows';
import { rowOf } from '#state/persistentRows';
import type { RootState } from '#state/store';
import { selectDeviceSims } from '#widgets/useDeviceSims';

/** The data groups that the settings overview shows. */
export type SettingsGroup = 'sw_version' | 'map_data' | 'sim_info';

/** One device with its settings as of the last tick; a group that has never been reported is undefined. */
export interface SettingsRow extends FleetRow {
  readonly sw_version: DataOf<'sw_version'> | undefined;
  readonly map_data: DataOf<'map_data'> | undefined;
  readonly sim_info: DataOf<'sim_info'> | undefined;
  /** The SIM fields that people entered. */
  readonly entered: EnteredSim | undefined;
}

interface Kept {
  readonly fleetRow: FleetRow;
  readonly pushed: PushedRow | undefined;
  readonly row: SettingsRow;
}

const settingsRow = (fleetRow: FleetRow, pushed: PushedRow | undefined, entered: EnteredSim | undefined): SettingsRow => ({
  ...fleetRow,
  sw_version: dataIn(pushed, 'sw_version'),
  map_data: dataIn(pushed, 'map_data'),
  sim_info: dataIn(pushed, 'sim_info'),
  entered,
});

const keptOf = (fleetRow: FleetRow, pushed: PushedRow | undefined, entered: EnteredSim | undefined, old: Kept | undefined): Kept =>
  old?.fleetRow === fleetRow && old.pushed === pushed && old.row.entered === entered
    ? old
    : { fleetRow, pushed, row: settingsRow(fleetRow, pushed, entered) };

/** Selects every device with its reported settings, updated once a second like the fleet. A row keeps its identity while its device reports nothing. */
export function makeSelectSettingsRows(): (s: RootState) => readonly SettingsRow[] {
  const selectFleetRows = makeSelectFleetRows();
  let kept: readonly Kept[] = [];
  const selectData = (s: RootState) => s.deviceData.perSecondSnapshot;
  return createSelector([selectFleetRows, selectData, selectDeviceSims], (fleetRows, data, sims): readonly SettingsRow[] => {
    kept = fleetRows.map((fleetRow, at) => {
      const { serial } = fleetRow.device;
      return keptOf(fleetRow, rowOf(data, serial), sims.get(serial), kept[at]);
    });
    return kept.map(({ row }) => row);
  });
}
