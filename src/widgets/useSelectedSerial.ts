import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Device } from '#contract/device';
import { chosenSerial } from '#domain/devices';
import { useAppSelector } from '#state/useAppSelector';
import { useRemember } from '#ui/remember';
import { selectSortedDevices } from './selectSortedDevices.ts';

/** The query parameter of every device page, and the name under which the last choice is remembered. */
const DEVICE_SERIAL = 'device_serial';

/** The device of a page. `serial` is null until the devices are known, when there are none, and while an unknown one is asked for. */
export interface SelectedDevice {
  readonly serial: string | null;
  /** The serial that is asked for and that no device has; null otherwise, and until the devices are known. */
  readonly unknownSerial: string | null;
  /** Every device, by name. */
  readonly devices: readonly Device[];
  readonly select: (serial: string) => void;
}

/** The device asked for by the address, without one the remembered one, else the first; choosing one changes both. */
export function useSelectedSerial(): SelectedDevice {
  const devices = useAppSelector(selectSortedDevices);
  const [search, setSearch] = useSearchParams();
  const remember = useRemember();
  const asked = search.get(DEVICE_SERIAL);
  const serial = chosenSerial(devices, asked, remember.get(DEVICE_SERIAL));

  const select = useCallback(
    (chosen: string) => {
      remember.set(DEVICE_SERIAL, chosen);
      setSearch((known) => {
        const next = new URLSearchParams(known);
        next.set(DEVICE_SERIAL, chosen);
        return next;
      });
    },
    [remember, setSearch],
  );

  // What is shown is the last selected one, however it came to be: else another tab's choice, or a device that comes to stand first, would
  // change this page's device under the finger.
  useEffect(() => {
    if (serial !== null) remember.set(DEVICE_SERIAL, serial);
  }, [serial, remember]);

  const unknownSerial = asked && devices.length > 0 && serial === null ? asked : null;
  return { serial, unknownSerial, devices, select };
}
