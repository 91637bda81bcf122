import { createSelector } from '@reduxjs/toolkit';
import type { Device } from '#contract/device';
import { instantMs } from '#domain/dates';
import { locationName } from '#domain/locationName';
import { isOnline } from '#domain/online';
import { isInError, isTreating } from '#domain/treating';
import { selectNow } from './clock.ts';
import type { DeviceRow } from './fleet.ts';
import { selectAllDevices, selectLocationNames } from './referenceData.ts';
import { rowAt } from './rows.ts';
import type { RootState } from './store.ts';

/** One line of a fleet overview, as of the last tick of the log's clock. */
export interface FleetRow {
  readonly device: Device;
  /** Undefined when the device never reported since the console was opened. */
  readonly reported: DeviceRow | undefined;
  readonly location: string;
  /** The overviews' reading: it is in the newest list, and its last update is under 30 s old. */
  readonly isOnline: boolean;
}

const isSame = (a: FleetRow, b: FleetRow) =>
  a.device === b.device && a.reported === b.reported && a.location === b.location && a.isOnline === b.isOnline;

const selectPlaced = createSelector(
  [selectAllDevices, selectLocationNames, (s: RootState) => s.fleet.perSecondSnapshot.indexBySerial],
  (devices, places, indexBySerial) =>
    devices.map((device) => ({ device, location: locationName(places, device.serial), index: indexBySerial.get(device.serial) })),
);

/** Every device with what it reported last. Rows, and the whole list, keep their identity while they do not change: a table draws only what did. */
export function makeSelectFleetRows(): (s: RootState) => readonly FleetRow[] {
  let shown: readonly FleetRow[] = [];
  return createSelector([selectPlaced, (s: RootState) => s.fleet.perSecondSnapshot, selectNow], (placed, reports, now) => {
    const rows = placed.map(({ device, location, index }, at): FleetRow => {
      const reported = rowAt(reports, index);
      const row = { device, reported, location, isOnline: reported?.isPresent === true && isOnline(reported.reportedAt, now) };
      // A list in another order costs a drawing, not an error: it comes once a minute at most.
      const old = shown[at];
      return old !== undefined && isSame(old, row) ? old : row;
    });
    const isUnchanged = rows.length === shown.length && rows.every((row, at) => row === shown[at]);
    if (!isUnchanged) shown = rows;
    return shown;
  });
}

/** The state of a device that is there; undefined once the newest list lacks it: a console opened now would not know it. Source: GAP-01. */
export const stateNow = ({ reported }: FleetRow) => (reported?.isPresent === true ? reported.state : undefined);

/** Whether the row counts as in error by the rules of its type. */
export const isRowInError = (row: FleetRow): boolean => isInError(row.device.device_type, stateNow(row));

/** Whether the row counts as in treatment by the rules of its type. */
export const isRowTreating = (row: FleetRow): boolean => isTreating(row.device.device_type, stateNow(row), row.isOnline);

/** When it reported last, ms since epoch by the server's clock; null for a device that never did. */
export const rowSeenAt = ({ device, reported }: FleetRow): number | null => reported?.reportedAt ?? instantMs(device.last_seen);

/** When the newest state of the fleet was received, ms since epoch by the server's clock; null before any. Source: OPEN-111. */
export const newestReportAt = (rows: readonly FleetRow[]): number | null =>
  rows.reduce<number | null>(
    (newest, { reported }) => (reported === undefined ? newest : Math.max(newest ?? 0, reported.reportedAt)),
    null,
  );
