import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Device } from '#contract/devices/device';
import { chosenSerial, devicesToWorkWith, isDecommissioned } from '#domain/devices/deviceList';
import { DEVICE_SERIAL } from '#domain/addresses';
import { useAppSelector } from '#hooks/useAppSelector';
import { useIsPast } from '#hooks/IntentContext';
import { useBrowserStorage } from '#ui/browserStorage';
import { useLeave } from '#ui/form/leaveGuard';
import { useStableCallback } from '#ui/useStableCallback';
import { selectSortedDevices } from './selectSortedDevices.ts';
import { createSelector } from '@reduxjs/toolkit';
import { selectLive } from '#state/referenceData';

/** Selects the decommissioned devices, so that every batch checks only for these whether they are live. */
const selectDecommissioned = createSelector([selectSortedDevices], (devices) => devices.filter(isDecommissioned));

/** Returns the devices that are offered to work with, sorted by name; a decommissioned one only while it is live or already `chosen`. Source: ENDS3. */
function useDevicesToWorkWith(chosen: string | null): readonly Device[] {
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

/** A device in a device picker. */
export type DeviceChoice = Pick<Device, 'serial' | 'name'>;

/** The device of a page. `serial` is null until the devices are loaded, when there are none, and while the requested one is unknown. */
export interface SelectedDevice {
  readonly serial: string | null;
  /** The requested serial if no device has it; null otherwise and until the devices are loaded. */
  readonly unknownSerial: string | null;
  /** Every device, sorted by name. */
  readonly devices: readonly Device[];
  /** The offered devices: every device or those to work with, followed by those that the page adds. */
  readonly choices: readonly DeviceChoice[];
  readonly select: (serial: string) => void;
}

/** Returns the device that a device page shows; null on other pages, and until the devices are loaded. */
export function useShownDevice(isOfDevice: boolean): Device | null {
  const [search] = useSearchParams();
  const remember = useBrowserStorage();
  const query = search.get(DEVICE_SERIAL);
  const working = useDevicesToWorkWith(null);
  return useAppSelector((s) => {
    if (!isOfDevice) return null;
    const devices = selectSortedDevices(s);
    // The last choice is stored under the name of the parameter.
    const shown = chosenSerial(devices, query, remember.get(DEVICE_SERIAL), working);
    return devices.find(({ serial }) => serial === shown) ?? null;
  });
}

const NO_MORE: readonly DeviceChoice[] = [];

/**
 * Returns the selected device: that in the URL (`device_serial`), otherwise the remembered one, otherwise the first; selecting one updates URL and storage.
 * `more` are offered in addition; with `isToWorkWith`, only the devices to work with are offered.
 */
export function useSelectedSerial(more: readonly DeviceChoice[] = NO_MORE, isToWorkWith = false): SelectedDevice {
  const devices = useAppSelector(selectSortedDevices);
  const [search, setSearch] = useSearchParams();
  const remember = useBrowserStorage();
  const query = search.get(DEVICE_SERIAL);
  const all = useMemo(() => (more.length === 0 ? devices : [...devices, ...more]), [devices, more]);
  const working = useDevicesToWorkWith(null);
  const serial = chosenSerial(all, query, remember.get(DEVICE_SERIAL), working);
  const withShown = useDevicesToWorkWith(serial);
  const choices = isToWorkWith ? withShown : all;

  const leave = useStableCallback(useLeave());
  const select = useCallback(
    (chosen: string) => {
      if (chosen === serial) return;
      // Nothing is remembered of a choice that is refused: the page without a serial in its address would show it.
      leave(() => {
        remember.set(DEVICE_SERIAL, chosen);
        setSearch((known) => {
          const next = new URLSearchParams(known);
          next.set(DEVICE_SERIAL, chosen);
          return next;
        });
      }, 'subject');
    },
    [serial, leave, remember, setSearch],
  );

  const isPast = useIsPast();
  // The shown device is remembered however it was selected, because otherwise a choice in another tab, or a device that becomes the first, would replace this
  // page's device while the user acts on it. Not in the past: the remembered device may be missing there, and the first one of then would be commanded later.
  useEffect(() => {
    if (serial !== null && !isPast) remember.set(DEVICE_SERIAL, serial);
  }, [serial, isPast, remember]);

  const unknownSerial = query && all.length > 0 && serial === null ? query : null;
  return { serial, unknownSerial, devices, choices, select };
}
