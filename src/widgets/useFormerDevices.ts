import { type FormerDevice, getFormerDevices } from '#contract/devices/formerDevice';
import { useFeature } from '#state/features';
import { useAnswer } from '#state/hooks/useAnswer';

const NONE: readonly FormerDevice[] = [];

/** Returns the devices that worked for the reader before, where the server lists them. Source: SEE9. */
export function useFormerDevices(isWanted = true): readonly FormerDevice[] {
  const isOffered = useFeature('former_devices') && isWanted;
  return useAnswer(getFormerDevices, {}, {}, { isWanted: isOffered }).answer?.result ?? NONE;
}
