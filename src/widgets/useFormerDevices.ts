import { useMemo } from 'react';
import { type FormerDevice, getFormerDevices } from '#contract/devices/formerDevice';
import { namedDevices } from '#domain/devices/deviceList';
import { useFeature } from '#hooks/features';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectAllDevices } from '#state/referenceData';

const NONE: readonly FormerDevice[] = [];

/** Returns the devices that formerly worked for the user, if the server lists them, except devices that are in the list again. Source: SEE9. */
export function useFormerDevices(isWanted = true): readonly FormerDevice[] {
  const isOffered = useFeature('former_devices') && isWanted;
  const { answer } = useAnswer(getFormerDevices, {}, {}, { isWanted: isOffered });
  // The response to another page's request may still be in the store.
  const listed = isOffered ? (answer?.result ?? NONE) : NONE;
  const devices = useAppSelector(selectAllDevices);
  return useMemo(() => {
    const own = new Set(devices.map(({ serial }) => serial));
    return namedDevices(listed.filter(({ serial }) => !own.has(serial)));
  }, [listed, devices]);
}
