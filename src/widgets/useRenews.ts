import type { Device } from '#contract/devices/device';
import { useFeature } from '#hooks/features';

/**
 * Returns whether a device can renew its access token with its key, without human help: true if the server offers renewal, unless the device is known to have
 * no key.
 */
export function useRenews({ has_credentials }: Pick<Device, 'has_credentials'>): boolean {
  return useFeature('device_tokens') && has_credentials !== false;
}
