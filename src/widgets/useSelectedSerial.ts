import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getAllDevices, type Device } from '#contract/devices/device';
import { chosenSerial, devicesToWorkWith, isDecommissioned } from '#domain/devices/deviceList';
import { DEVICE_SERIAL } from '#domain/addresses';
import { selectAnswer } from '#state/answers';
import { useAppSelector } from '#hooks/useAppSelector';
import { useIsPast } from '#hooks/IntentContext';
import { useBrowserStorage } from '#ui/browserStorage';
import { useLeave } from '#ui/form/leaveGuard';
import { useSubjectWhileUnsaved } from '#ui/form/useLastKnown';
import { useStableCallback } from '#ui/useStableCallback';
import { selectSortedDevices } from './selectSortedDevices.ts';
import { createSelector } from '@reduxjs/toolkit';
import { selectLive } from '#state/referenceData';

/** Selects the decommissioned devices, so only these are checked for being live at every batch. */
const selectDecommissioned = createSelector([selectSortedDevices], (devices) => devices.filter(isDecommissioned));

/** Returns the devices offered for work, sorted by name; a decommissioned device only while it is live or already `chosen`. Source: ENDS3. */
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

/** The device of a page. `serial` is null until the devices are loaded, if there are none, and while the requested device is unknown. */
export interface SelectedDevice {
  readonly serial: string | null;
  /** The requested serial if no device has it; null otherwise and until the devices are loaded. */
  readonly unknownSerial: string | null;
  /** While the list of devices is not loaded, the requested serial or else the stored one; otherwise null. Source: STOPWAY9, STOPWAY16. */
  readonly awaitedSerial: string | null;
  /** Every device, sorted by name. */
  readonly devices: readonly Device[];
  /** The offered devices: every device or those offered for work, followed by those that the page adds. */
  readonly choices: readonly DeviceChoice[];
  readonly select: (serial: string) => void;
}

/** Returns the device that a device page shows; null on other pages and until the devices are loaded. */
export function useShownDevice(isOfDevice: boolean): Device | null {
  const [search] = useSearchParams();
  const remember = useBrowserStorage();
  const query = search.get(DEVICE_SERIAL);
  const working = useDevicesToWorkWith(null);
  const found = useAppSelector((s) =>
    // The last choice is stored under the name of the URL parameter.
    isOfDevice ? chosenSerial(selectSortedDevices(s), query, remember.get(DEVICE_SERIAL), working) : null,
  );
  const shown = useSubjectWhileUnsaved(found, Boolean(query) || !isOfDevice);
  return useAppSelector((s) => selectSortedDevices(s).find(({ serial }) => serial === shown) ?? null);
}

const NO_MORE: readonly DeviceChoice[] = [];

/**
 * Returns the selected device: the one in the URL (`device_serial`), or else the stored one, or else the first of the list; selecting a device updates URL and
 * storage. `more` are offered in addition; with `isToWorkWith`, only devices offered for work are listed. Source: STOPWAY16.
 */
export function useSelectedSerial(more: readonly DeviceChoice[] = NO_MORE, isToWorkWith = false): SelectedDevice {
  const devices = useAppSelector(selectSortedDevices);
  const [search, setSearch] = useSearchParams();
  const remember = useBrowserStorage();
  const query = search.get(DEVICE_SERIAL);
  const all = useMemo(() => (more.length === 0 ? devices : [...devices, ...more]), [devices, more]);
  const working = useDevicesToWorkWith(null);
  const isListed = useAppSelector((s) => selectAnswer(s, getAllDevices) !== undefined);
  const awaitedSerial = isListed ? null : query || remember.get(DEVICE_SERIAL);
  // Without the list of devices, the first device of `more` must not replace the awaited one.
  const found = isListed
    ? chosenSerial(all, query, remember.get(DEVICE_SERIAL), working)
    : (all.find((one) => one.serial === awaitedSerial)?.serial ?? null);
  const serial = useSubjectWhileUnsaved(found, Boolean(query));
  const withShown = useDevicesToWorkWith(serial);
  const choices = isToWorkWith ? withShown : all;

  const leave = useStableCallback(useLeave());
  const select = useCallback(
    (chosen: string) => {
      if (chosen === serial) return;
      // Stored only after confirmation, because the page without a serial in its URL would show a choice that was refused.
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
  // The shown device is stored however it was selected, because otherwise a choice in another tab, or a new first device, would replace this page's device
  // while the user acts on it. Not in the past: the stored device may be missing there, and the first device of that time would receive later commands. A
  // requested device is not stored until the list contains it.
  const kept = isListed ? serial : query ? null : awaitedSerial;
  useEffect(() => {
    if (kept !== null && !isPast) remember.set(DEVICE_SERIAL, kept);
  }, [kept, isPast, remember]);

  const unknownSerial = isListed && query && all.length > 0 && serial === null ? query : null;
  return { serial, unknownSerial, awaitedSerial, devices, choices, select };
}
