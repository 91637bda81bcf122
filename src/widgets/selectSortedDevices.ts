import { createSelector } from '@reduxjs/toolkit';
import { sortedByName } from '#domain/devices';
import { selectAllDevices } from '#state/referenceData';

/** Every device the person may see, by name; the same array until the list changes. */
export const selectSortedDevices = createSelector([selectAllDevices], sortedByName);
