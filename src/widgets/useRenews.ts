import type { Device } from '#contract/devices/device';
import { useFeature } from '#hooks/features';

/** Returns whether a device may get an access token by its key, without a person: where the server offers it, and unless it is known to have none. */
export function useRenews({ has_credentials }: Pick<Device, 'has_credentials'>): boolean {
  return useFeature('device_tokens') && has_credentials !== false;
}
