/** `ActionRow`, a fleet row of a device that has a state, with whether it has WiFi. */

import { createSelector } from '@reduxjs/toolkit';
import { hasWifiIn } from '#state/deviceSite';
import { makeSelectFleetRows, type FleetRow } from '#state/fleetRows';
import { rowOf } from '#state/persistentRows';
import { selectListedAt } from '#state/referenceData';
import type { RootState } from '#state/store';

/** One device that has a state; `hasWifi` is null while it is unknown. */
export interface ActionRow extends FleetRow {
  readonly hasWifi: boolean | null;
}

/** Creates a selector of the devices that have a state, as of the last tick. Source: FLEET-052, GAP-100. */
export function makeSelectActionRows(): (s: RootState) => readonly ActionRow[] {
  return createSelector([makeSelectFleetRows(), (s: RootState) => s.deviceData.perSecondSnapshot, selectListedAt], (rows, data, listedAt) =>
    rows
      .filter(({ reported }) => reported?.isPresent === true)
      .map((row): ActionRow => ({ ...row, hasWifi: hasWifiIn(rowOf(data, row.device.serial), row.device, listedAt) })),
  );
}
