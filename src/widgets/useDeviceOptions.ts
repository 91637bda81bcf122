import { useMemo } from 'react';
import { dateText } from '#domain/text/dates';
import { useAppSelector } from '#hooks/useAppSelector';
import { useFormerDevices } from './useFormerDevices.ts';
import { selectSortedDevices } from './selectSortedDevices.ts';

/**
 * Returns all devices as options of a filter, sorted by name, followed by devices that formerly worked for the user. A selected serial that is missing in the
 * list is added with the serial as its label.
 */
export function useDeviceOptions(chosen: string | undefined) {
  const devices = useAppSelector(selectSortedDevices);
  const left = useFormerDevices();
  return useMemo(() => {
    const now = devices.map(({ serial, name }) => ({ value: serial, label: `${name}, ${serial}` }));
    const before = left.map((one) => ({ value: one.serial, label: `${one.name}, ${one.serial}, until ${dateText(one.until)}` }));
    const known = [...now, ...before];
    const isKnown = chosen === undefined || known.some(({ value }) => value === chosen);
    return isKnown ? known : [{ value: chosen, label: chosen }, ...known];
  }, [devices, left, chosen]);
}
