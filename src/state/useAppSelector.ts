import { useSelector, useStore } from 'react-redux';
import type { LogStore, RootState } from './store.ts';
import { selectDevice, type DeviceRow } from './fleet.ts';

/** Reads the state with a selector. */
export const useAppSelector = useSelector.withTypes<RootState>();

/** The store of the moment that is shown, for what must be read when something happens and not when something is drawn. */
export const useLogStore = useStore.withTypes<LogStore>();

/** The newest row of a device; undefined when it never reported. Draws with every report of that device alone. */
export function useDevice(serial: string): DeviceRow | undefined {
  return useAppSelector((s) => selectDevice(s, serial));
}
