import { createSelector } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import type { Device } from '#contract/devices/device';
import { devicesToWorkWith, isDecommissioned } from '#domain/devices/deviceList';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectLive } from '#state/referenceData';
import { selectSortedDevices } from './selectSortedDevices.ts';

/** Few: whether each is live is looked up with every batch of reports. */
const selectDecommissioned = createSelector([selectSortedDevices], (devices) => devices.filter(isDecommissioned));

/** Returns the devices that are offered to work with, sorted by name; a decommissioned one only while it is live, or `chosen` already. Source: ENDS3. */
export function useDevicesToWorkWith(chosen: string | null): readonly Device[] {
  const devices = useAppSelector(selectSortedDevices);
  const live = useAppSelector((s) =>
    selectDecommissioned(s)
      .flatMap(({ serial }) => (selectLive(s, serial) ? [serial] : []))
      .join('\n'),
  );
  return useMemo(() => {
    const kept = new Set([...live.split('\n'), ...(chosen === null ? [] : [chosen])]);
    return devicesToWorkWith(devices, (serial) => kept.has(serial));
  }, [devices, live, chosen]);
}
