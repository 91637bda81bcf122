import { createSelector } from '@reduxjs/toolkit';
import { sortedByName } from '#domain/devices/deviceList';
import { selectAllDevices } from '#state/referenceData';

/** Selects every device visible to the user, sorted by name; the same array until the list changes. */
export const selectSortedDevices = createSelector([selectAllDevices], sortedByName);
