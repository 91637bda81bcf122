/** Selectors of data that the live data of a device and its record both contain: its site and whether it has WiFi. Source: DEVS5. */

import { createSelector } from '@reduxjs/toolkit';
import type { Device } from '#contract/devices/device';
import { sitePlan, type SitePlanRequest } from '#domain/places/sitePlan';
import { dataIn, selectDeviceData, selectDeviceDataAt, type DataOf, type PushedRow } from './deviceData.ts';
import { rowOf } from './persistentRows.ts';
import { selectAllDevices, selectDeployed, selectListedAt, selectListedDevice } from './referenceData.ts';
import type { RootState } from './store.ts';

/**
 * Age relative to the record, in ms, above which live data belongs to an earlier connection and the record is newer: the record is polled every 50 s, while
 * changes are pushed.
 */
const OLD_MS = 60_000;

/** Returns whether live data that was received at `at` is older than the record of the device, which was confirmed at `listedAt` (both ms since epoch). */
export const isOldData = (at: number | undefined, listedAt: number): boolean => at !== undefined && listedAt - at > OLD_MS;

/** Returns the request for the plan of the site, from live data and record. If old live data names another site than the record, the record's site is used. */
export function siteOf(reported: DataOf<'state_data'> | undefined, listed: Device | undefined, isOld: boolean): SitePlanRequest | null {
  const isOther = Boolean(listed?.site_id) && reported?.['site/site_id'] !== listed?.site_id;
  return sitePlan(isOld && isOther ? undefined : reported, listed);
}

/** Returns whether a device has WiFi, from live data and record, of which the newer one has priority; null when unknown. */
function wifiOf(reported: DataOf<'state_data'> | undefined, listed: Device | undefined, isOld: boolean): boolean | null {
  const [first, second] = isOld ? [listed, reported] : [reported, listed];
  return first?.has_wifi ?? second?.has_wifi ?? null;
}

const selectIsOld = (s: RootState, serial: string): boolean => isOldData(selectDeviceDataAt(s, serial, 'state_data'), selectListedAt(s));

/** Selects whether a device has WiFi; null when unknown. */
export const selectHasWifi = (s: RootState, serial: string): boolean | null =>
  wifiOf(selectDeviceData(s, serial, 'state_data'), selectListedDevice(s, serial), selectIsOld(s, serial));

/** Selects the plan of the site of a device, a new object each time; null while the site is unknown. */
export const selectSitePlan = (s: RootState, serial: string): SitePlanRequest | null =>
  siteOf(selectDeviceData(s, serial, 'state_data'), selectListedDevice(s, serial), selectIsOld(s, serial));

/** Selects the map on which a device is; null while it is unknown. */
export const selectSiteId = (s: RootState, serial: string): string | null => selectSitePlan(s, serial)?.id ?? null;

/** Returns whether a device has WiFi, from a row of pushed data and its record, which was confirmed at `listedAt`, in ms since epoch; null when unknown. */
export const hasWifiIn = (row: PushedRow | undefined, listed: Device, listedAt: number): boolean | null =>
  wifiOf(dataIn(row, 'state_data'), listed, isOldData(row?.groups.state_data?.at, listedAt));

/** Selects each listed device with its map and location, as of the last tick. */
export const selectPlacedDevices = createSelector(
  [selectAllDevices, (s: RootState) => s.deviceData.perSecondSnapshot, selectDeployed, selectListedAt],
  (devices, data, deployed, listedAt) => {
    const placeOf = new Map(deployed.map(({ device_serial, location_id }) => [device_serial, { location_id }]));
    return devices.map((device) => {
      const row = rowOf(data, device.serial);
      return {
        serial: device.serial,
        site_id: siteOf(dataIn(row, 'state_data'), device, isOldData(row?.groups.state_data?.at, listedAt))?.id ?? null,
        active_deployment: placeOf.get(device.serial) ?? null,
      };
    });
  },
);
