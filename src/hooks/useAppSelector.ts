/** Hooks that read the store: `useAppSelector`, `useLogStore`, `useDevice`, `useDeviceLabel`. */

import { useSelector, useStore } from 'react-redux';
import type { LogStore, RootState } from '#state/store';
import { selectDeviceLabel } from '#state/referenceData';
import { selectDevice, type DeviceRow } from '#state/fleet';

/** Reads the state with a selector. */
export const useAppSelector = useSelector.withTypes<RootState>();

/** Returns the store of the shown moment, for reads in event handlers instead of during rendering. */
export const useLogStore = useStore.withTypes<LogStore>();

/** Returns the newest row of a device; undefined if it has never reported. Causes a render only for reports of that device. */
export function useDevice(serial: string): DeviceRow | undefined {
  return useAppSelector((s) => selectDevice(s, serial));
}

/** Returns the display name of a device: its name, followed by the serial if another device has the same name. */
export function useDeviceLabel(serial: string): string {
  return useAppSelector((s) => selectDeviceLabel(s, serial));
}
