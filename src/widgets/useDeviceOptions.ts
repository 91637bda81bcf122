import { useMemo } from 'react';
import { useAppSelector } from '#state/useAppSelector';
import { selectSortedDevices } from './selectSortedDevices.ts';

/** The devices to choose from, by name. One that is asked for by the address and not known is named as the address does. */
export function useDeviceOptions(chosen: string | undefined) {
  const devices = useAppSelector(selectSortedDevices);
  return useMemo(() => {
    const known = devices.map(({ serial, name }) => ({ value: serial, label: `${name}, ${serial}` }));
    const isKnown = chosen === undefined || devices.some(({ serial }) => serial === chosen);
    return isKnown ? known : [{ value: chosen, label: chosen }, ...known];
  }, [devices, chosen]);
}
