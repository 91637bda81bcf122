/** Selectors of the lists: devices, location names, error codes and their texts, `selectLive` and `selectDeviceStatus`. */

import { createSelector } from '@reduxjs/toolkit';
import { getAllDevices, type Device } from '#contract/devices/device';
import { getErrorCodes } from '#contract/errorCode';
import { getDeployments, getLocations } from '#contract/place';
import { codeMeanings, type CodePlace, type ErrorCatalogue } from '#domain/errorCodes/errorCode';
import { locationName, locationNames } from '#domain/places/locationName';
import { deviceLabels } from '#domain/devices/deviceList';
import { type DeviceStatus, deviceStatus, isLive } from '#domain/devices/online';
import { keyOf } from '#streams/event';
import { fullListOf } from '#streams/query/fullLists';
import { selectAnswer, selectEntry } from './answers.ts';
import { selectDevice } from './fleet.ts';
import { selectIsFleetKnown } from './health.ts';
import { selectProfile } from './session.ts';
import type { RootState } from './store.ts';

const noDevices: readonly Device[] = [];

/** Selects the devices visible to the user; the same array until the response changes. Empty before the first response. */
export const selectAllDevices = (s: RootState): readonly Device[] => selectAnswer(s, getAllDevices)?.result ?? noDevices;

/** Selects whether the server returned no devices for this user. */
export const selectHasNoDevices = (s: RootState): boolean => selectAnswer(s, getAllDevices)?.result.length === 0;

const selectDevicesBySerial = createSelector(
  [selectAllDevices],
  (devices): ReadonlyMap<string, Device> => new Map(devices.map((device) => [device.serial, device])),
);

/** Selects a device's record in the list. */
export const selectListedDevice = (s: RootState, serial: string): Device | undefined => selectDevicesBySerial(s).get(serial);

const selectDeviceLabels = createSelector([selectAllDevices], deviceLabels);

/**
 * Selects the display name of a device: its name, with the serial added when another device has the same name; `unlisted` or the serial for a device that
 * is not in the list. Source: TWIN1.
 */
export const selectDeviceLabel = (s: RootState, serial: string, unlisted: string = serial): string =>
  selectDeviceLabels(s).get(serial) ?? unlisted;

/** Selects the location names by device serial. A newly deployed device appears in the list of devices before it appears among the deployments. */
export const selectLocationNames = createSelector(
  [selectAllDevices, (s: RootState) => selectAnswer(s, getDeployments), (s: RootState) => selectAnswer(s, getLocations)],
  (devices, deployments, locations) => {
    const deployed = devices.flatMap(({ serial, active_deployment }) =>
      active_deployment == null ? [] : [{ device_serial: serial, location_id: active_deployment.location_id }],
    );
    return locationNames([...deployed, ...(deployments?.results ?? [])], locations?.results ?? []);
  },
);

/** Selects the name of a device's location, `Not Deployed` if it has none. */
export const selectLocationName = (s: RootState, serial: string): string => locationName(selectLocationNames(s), serial);

/** Selects the catalogue of error codes; undefined before the first response. */
export const selectErrorCatalogue = (s: RootState): ErrorCatalogue | undefined => selectAnswer(s, getErrorCodes)?.error_codes;

/**
 * Selects the meaning of a code, as one text: in the reader's language, then for engineers, otherwise this place's text for an unknown code. Source:
 * ERRLANG1.
 */
export function selectErrorText(s: RootState, code: string, place?: CodePlace): string {
  const [text = '', ...engineers] = codeMeanings(code, selectErrorCatalogue(s), selectProfile(s)?.locale, place);
  return [text, ...engineers.map((one) => `(${one})`)].join(' ');
}

const selectListedAt = (s: RootState): number => selectEntry(s, keyOf(fullListOf(getAllDevices)))?.confirmedAt ?? -Infinity;

/** Selects whether a device is live as the device pages define it: it has a state, or its record says `is_live` and is newer than its removal. */
export function selectLive(s: RootState, serial: string): boolean {
  const row = selectDevice(s, serial);
  const isOutdated = row?.vanishedAt != null && row.vanishedAt > selectListedAt(s);
  return isLive(row?.isPresent === true, isOutdated ? false : selectListedDevice(s, serial)?.is_live);
}

/** Selects how the device pages show a device: live, not live, or unknown because the console's data is old. Source: STAT1. */
export const selectDeviceStatus = (s: RootState, serial: string): DeviceStatus =>
  deviceStatus(selectIsFleetKnown(s), selectLive(s, serial));
