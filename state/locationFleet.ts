/** The devices of each location, sorted with devices in error first, and the numbers of devices online, in error and in treatment. */

import { createSelector } from '@reduxjs/toolkit';
import { byText } from '#domain/text/byText';
import { isRowInError, isRowTreating, makeSelectFleetRows, type FleetRow } from './fleetRows.ts';
import { selectDeployed } from './referenceData.ts';
import type { RootState } from './store.ts';

/** The devices of one location, and the numbers of devices online, in error and in treatment. */
export interface LocationFleet {
  readonly devices: readonly FleetRow[];
  readonly onlineCount: number;
  /** Number of devices whose state is unknown because the console's own data is old: either all or none. */
  readonly unknownCount: number;
  readonly errorCount: number;
  readonly treatingCount: number;
}

/** A location without devices. */
export const emptyLocation: LocationFleet = { devices: [], onlineCount: 0, unknownCount: 0, errorCount: 0, treatingCount: 0 };

const countOf = (devices: readonly FleetRow[], counts: (row: FleetRow) => boolean) => devices.filter(counts).length;

/** Returns the rank of a row in the sort order: in error, in treatment, online, others; rows of one rank are sorted by name. */
const urgency = (row: FleetRow) => (isRowInError(row) ? 0 : isRowTreating(row) ? 1 : row.status === 'online' ? 2 : 3);

function byUrgency(rows: readonly FleetRow[]): readonly FleetRow[] {
  const ranked = rows.map((row) => ({ row, rank: urgency(row) }));
  return ranked.toSorted((a, b) => a.rank - b.rank || byText(a.row.device.name, b.row.device.name)).map(({ row }) => row);
}

/** Sorts the devices of one location, those in error first, and counts them by the rules of the domain. */
export const locationFleetOf = (devices: readonly FleetRow[]): LocationFleet => ({
  devices: byUrgency(devices),
  onlineCount: countOf(devices, ({ status }) => status === 'online'),
  unknownCount: countOf(devices, ({ status }) => status === 'unknown'),
  errorCount: countOf(devices, isRowInError),
  treatingCount: countOf(devices, isRowTreating),
});

/** Creates a selector of the fleet by location id; it returns the same map while no device changes. */
export function makeSelectLocationFleet(): (s: RootState) => ReadonlyMap<string, LocationFleet> {
  return createSelector([makeSelectFleetRows(), selectDeployed], (rows, deployments) => {
    const rowOf = new Map(rows.map((row) => [row.device.serial, row]));
    const grouped = new Map<string, FleetRow[]>();
    for (const { device_serial, location_id } of deployments) {
      const row = rowOf.get(device_serial);
      if (row === undefined) continue;
      const group = grouped.get(location_id);
      if (group === undefined) grouped.set(location_id, [row]);
      else group.push(row);
    }
    return new Map([...grouped].map(([id, devices]) => [id, locationFleetOf(devices)]));
  });
}
