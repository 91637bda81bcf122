/** `FleetRow` of the overviews: device, last report, location, online status; functions that return whether a row is in error or in treatment. */

import { createSelector } from '@reduxjs/toolkit';
import type { Device } from '#contract/devices/device';
import { instantMs } from '#domain/text/dates';
import { locationName } from '#domain/places/locationName';
import { type DeviceStatus, deviceStatus } from '#domain/devices/online';
import { isInError, isTreating } from '#domain/devices/treating';
import { selectNow } from './clock.ts';
import { isRowOnline, reportReadAt, type DeviceRow } from './fleet.ts';
import { selectIsFleetKnown } from './health.ts';
import { selectAllDevices, selectLocationNames } from './referenceData.ts';
import { rowAt } from './persistentRows.ts';
import type { RootState } from './store.ts';

/** One row of a fleet overview, as of the last tick. */
export interface FleetRow {
  readonly device: Device;
  /** Undefined when the device has not reported since the console was opened. */
  readonly reported: DeviceRow | undefined;
  readonly location: string;
  /** Online by the definition of the overviews (`isRowOnline`); unknown while the console's data is old. */
  readonly status: DeviceStatus;
}

/** Returns the shown row while its content is unchanged, so that no new row is allocated. */
function rowLike(
  old: FleetRow | undefined,
  device: Device,
  reported: DeviceRow | undefined,
  location: string,
  status: DeviceStatus,
): FleetRow {
  const isSame = old?.device === device && old.reported === reported && old.location === location && old.status === status;
  return isSame ? old : { device, reported, location, status };
}

const selectPlaced = createSelector(
  [selectAllDevices, selectLocationNames, (s: RootState) => s.fleet.perSecondSnapshot.indexBySerial],
  (devices, places, indexBySerial) =>
    devices.map((device) => ({ device, location: locationName(places, device.serial), index: indexBySerial.get(device.serial) })),
);

/**
 * Creates a selector of all devices with their last report. Rows, and the whole list, keep their identity while unchanged, so a table renders only changes.
 */
export function makeSelectFleetRows(): (s: RootState) => readonly FleetRow[] {
  let shown: readonly FleetRow[] = [];
  return createSelector(
    [selectPlaced, (s: RootState) => s.fleet.perSecondSnapshot, selectNow, selectIsFleetKnown],
    (placed, reports, now, isKnown) => {
      const rows = placed.map(({ device, location, index }, at) => {
        const reported = rowAt(reports, index);
        // Rows are compared by position: a reordered list costs a render but causes no error, and occurs at most once a minute.
        return rowLike(shown[at], device, reported, location, deviceStatus(isKnown, isRowOnline(reported, now)));
      });
      const isUnchanged = rows.length === shown.length && rows.every((row, at) => row === shown[at]);
      if (!isUnchanged) shown = rows;
      return shown;
    },
  );
}

/**
 * Returns the state of a listed device; undefined if the newest list does not contain it, since a newly opened console would not have its state. Source:
 * GAP-01.
 */
export const stateNow = ({ reported }: FleetRow) => (reported?.isPresent === true ? reported.state : undefined);

/** Returns whether the row is in error. */
export const isRowInError = (row: FleetRow): boolean => isInError(stateNow(row));

/** Returns whether the row is in treatment by the rules of its device type; if the status is unknown, whether it was in treatment when last known. */
export const isRowTreating = (row: FleetRow): boolean => isTreating(row.device.device_type, stateNow(row), row.status !== 'offline');

/** Returns the instant of the device's last readable report, in ms since epoch by the server's clock; null if there was none. Source: CONN5. */
export const rowSeenAt = ({ device, reported }: FleetRow): number | null => reportReadAt(reported) ?? instantMs(device.last_seen);

/**
 * Returns the instant at which the server received the newest state of the fleet, in ms since epoch by its clock; null before the first one. Source: OPEN-111.
 */
export const newestReportAt = (rows: readonly FleetRow[]): number | null =>
  rows.reduce<number | null>(
    (newest, { reported }) => (reported === undefined ? newest : Math.max(newest ?? 0, reported.reportedAt)),
    null,
  );
