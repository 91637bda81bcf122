/** Selectors of the lists: devices, location names, error codes and their texts, `selectLive` and `selectDeviceStatus`. */

import { createSelector } from '@reduxjs/toolkit';
import { getAllDevices, type Device } from '#contract/devices/device';
import { getErrorCodes } from '#contract/errorCode';
import { type Deployment, getDeployments, getLocations } from '#contract/place';
import { codeMeanings, type CodePlace, type ErrorCatalogue } from '#domain/errorCodes/errorCode';
import { locationName, locationNames } from '#domain/places/locationName';
import { deviceLabels, namedDevices } from '#domain/devices/deviceList';
import { type DeviceStatus, deviceStatus, isLive } from '#domain/devices/online';
import { keyOf } from '#streams/event';
import { fullListOf } from '#streams/query/fullLists';
import { selectAnswer, selectEntry } from './answers.ts';
import { selectDevice } from './fleet.ts';
import { selectIsFleetKnown } from './health.ts';
import { selectProfile } from './session.ts';
import type { RootState } from './store.ts';

const noDevices: readonly Device[] = [];

/**
 * Selects the devices visible to the user; a device without a name is named by its serial. The same array until the response changes; empty before the first
 * response. Source: NAMED1.
 */
export const selectAllDevices: (s: RootState) => readonly Device[] = createSelector(
  [(s: RootState) => selectAnswer(s, getAllDevices)?.result ?? noDevices],
  namedDevices<Device>,
);

/** Selects whether the server returned no devices for this user. */
export const selectHasNoDevices = (s: RootState): boolean => selectAnswer(s, getAllDevices)?.result.length === 0;

const selectDevicesBySerial = createSelector(
  [selectAllDevices],
  (devices): ReadonlyMap<string, Device> => new Map(devices.map((device) => [device.serial, device])),
);

/** Selects a device's record in the list; undefined if it is not listed. */
export const selectListedDevice = (s: RootState, serial: string): Device | undefined => selectDevicesBySerial(s).get(serial);

const selectDeviceLabels = createSelector([selectAllDevices], deviceLabels);

/**
 * Selects the display name of a device: its name, with the serial added when another device has the same name; `unlisted` or the serial for a device that
 * is not in the list. Source: TWIN1.
 */
export const selectDeviceLabel = (s: RootState, serial: string, unlisted: string = serial): string =>
  selectDeviceLabels(s).get(serial) ?? unlisted;

const noDeployments: readonly Deployment[] = [];
const selectDeploymentList = (s: RootState) => selectAnswer(s, getDeployments)?.results ?? noDeployments;

/**
 * Selects the location of each deployed device: from the list of deployments and, for devices that it does not contain, from their records. A newly deployed
 * device appears in the list of devices first, and the server's history has no other source. Source: DEVS6.
 */
export const selectDeployed = createSelector([selectAllDevices, selectDeploymentList], (devices, deployments) => {
  const listed = new Set(deployments.map(({ device_serial }) => device_serial));
  const others = devices.flatMap(({ serial, active_deployment: of }) =>
    !of?.location_id || listed.has(serial) ? [] : [{ device_serial: serial, location_id: of.location_id }],
  );
  return [...others, ...deployments];
});

/** Selects the names of the locations, by device serial. */
export const selectLocationNames = createSelector(
  [selectDeployed, (s: RootState) => selectAnswer(s, getLocations)],
  (deployed, locations) => locationNames(deployed, locations?.results ?? []),
);

const selectDeploymentsBySerial = createSelector(
  [selectDeploymentList],
  (deployments): ReadonlyMap<string, Deployment> => new Map(deployments.map((one) => [one.device_serial, one])),
);

/** Selects the deployment of a device in the list of deployments. */
export const selectListedDeployment = (s: RootState, serial: string): Deployment | undefined => selectDeploymentsBySerial(s).get(serial);

/** Selects the name of a device's location, `Not Deployed` if it has none. */
export const selectLocationName = (s: RootState, serial: string): string => locationName(selectLocationNames(s), serial);

/** Selects the catalogue of error codes; undefined before the first response. */
export const selectErrorCatalogue = (s: RootState): ErrorCatalogue | undefined => selectAnswer(s, getErrorCodes)?.error_codes;

/**
 * Selects the meaning of a code as one text: in the reader's language, otherwise the text for engineers, otherwise the text of `place` for an unknown code.
 * Source: ERRLANG1.
 */
export function selectErrorText(s: RootState, code: string, place?: CodePlace): string {
  const [text = '', ...engineers] = codeMeanings(code, selectErrorCatalogue(s), selectProfile(s)?.locale, place);
  return [text, ...engineers.map((one) => `(${one})`)].join(' ');
}

/** Selects the instant at which the list of devices was last confirmed, in ms since epoch. */
export const selectListedAt = (s: RootState): number => selectEntry(s, keyOf(fullListOf(getAllDevices)))?.confirmedAt ?? -Infinity;

/** Selects whether a device is live by the definition of the device pages: it has a state, or its record has `is_live` and is newer than its removal. */
export function selectLive(s: RootState, serial: string): boolean {
  const row = selectDevice(s, serial);
  const isOutdated = row?.vanishedAt != null && row.vanishedAt > selectListedAt(s);
  return isLive(row?.isPresent === true, isOutdated ? false : selectListedDevice(s, serial)?.is_live);
}

/**
 * Selects the status of a device on the device pages: live, not live, or unknown because the console's data is old or because neither a state nor a list of
 * devices contains it. Source: STAT1, STOPWAY9.
 */
export function selectDeviceStatus(s: RootState, serial: string): DeviceStatus {
  const live = selectLive(s, serial);
  return deviceStatus(selectIsFleetKnown(s) && (live || selectAnswer(s, getAllDevices) !== undefined), live);
}
