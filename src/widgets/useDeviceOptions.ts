import { useMemo } from 'react';
import { useAppSelector } from '#state/hooks/useAppSelector';
import { selectSortedDevices } from './selectSortedDevices.ts';

/** Returns the device options, sorted by name. A chosen serial that is not in the list is added with the serial as its label. */
export function useDeviceOptions(chosen: string | undefined) {
  const devices = useAppSelector(selectSortedDevices);
  return useMemo(() => {
    const known = devices.map(({ serial, name }) => ({ value: serial, label: `${name}, ${serial}` }));
    const isKnown = chosen === undefined || devices.some(({ serial }) => serial === chosen);
    return isKnown ? known : [{ value: chosen, label: chosen }, ...known];
  }, [devices, chosen]);
}
