import { createSelector } from '@reduxjs/toolkit';
import { getAllDevices, type Device } from '#contract/device';
import { getErrorCodes } from '#contract/errorCode';
import { getDeployments, getLocations } from '#contract/place';
import { developmentText, type CodePlace, type ErrorCatalogue } from '#domain/errorCode';
import { locationName, locationNames } from '#domain/locationName';
import { isLive } from '#domain/online';
import { keyOf } from '#streams/event';
import { fullListOf } from '#streams/fullLists';
import { selectAnswer, selectEntry } from './answers.ts';
import { selectDevice } from './fleet.ts';
import type { RootState } from './store.ts';

const noDevices: readonly Device[] = [];

/** Every device the person may see; the same array until the server says something else. Empty before the first answer. */
export const selectAllDevices = (s: RootState): readonly Device[] => selectAnswer(s, getAllDevices)?.result ?? noDevices;

/** Whether the server answered that there is no device for this person. */
export const selectHasNoDevices = (s: RootState): boolean => selectAnswer(s, getAllDevices)?.result.length === 0;

const selectDevicesBySerial = createSelector(
  [selectAllDevices],
  (devices): ReadonlyMap<string, Device> => new Map(devices.map((device) => [device.serial, device])),
);

/** A device as the lists know it. */
export const selectListedDevice = (s: RootState, serial: string): Device | undefined => selectDevicesBySerial(s).get(serial);

/** The names of places by the serial of the device that works there. */
export const selectLocationNames = createSelector(
  [(s: RootState) => selectAnswer(s, getDeployments), (s: RootState) => selectAnswer(s, getLocations)],
  (deployments, locations) => locationNames(deployments?.results ?? [], locations?.results ?? []),
);

/** The name of the place where a device works, `Not Deployed` without one. */
export const selectLocationName = (s: RootState, serial: string): string => locationName(selectLocationNames(s), serial);

/** The catalogue of error codes; undefined before the first answer. */
export const selectErrorCatalogue = (s: RootState): ErrorCatalogue | undefined => selectAnswer(s, getErrorCodes)?.error_codes;

/** The development text of a code, or the word that the place has for an unknown one. */
export const selectErrorText = (s: RootState, code: string, place?: CodePlace): string =>
  developmentText(code, selectErrorCatalogue(s), place);

const selectListedAt = (s: RootState): number => selectEntry(s, keyOf(fullListOf(getAllDevices)))?.confirmedAt ?? -Infinity;

/** The device pages' reading of online: it has a state entry, or its record says that it is live and is newer than its vanishing. */
export function selectLive(s: RootState, serial: string): boolean {
  const row = selectDevice(s, serial);
  const isOutdated = row?.vanishedAt != null && row.vanishedAt > selectListedAt(s);
  return isLive(row?.isPresent === true, isOutdated ? false : selectListedDevice(s, serial)?.is_live);
}
