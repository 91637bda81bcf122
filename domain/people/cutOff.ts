import type { Device } from '#contract/devices/device';
import { issuesDeviceTokens, type Role } from './rights.ts';
import { isDecommissioned } from '../devices/deviceList.ts';

const tokenStep = ({ role, renews }: Reader) => {
  const byHand = role === null || issuesDeviceTokens(role) ? 'put a new access token on it' : 'ask an administrator for a new access token';
  return renews ? `${byHand}, unless it gets one by its key` : byHand;
};

/** The reader of the text, and whether the device may renew its access token with its key, without a person's help. */
interface Reader {
  readonly role: Role | null;
  readonly renews: boolean;
}

/**
 * Returns why a device cannot connect or is not visible, and the remedy, if the device is decommissioned or known not to be deployed; null for every other
 * device. `name` is the display name of the device. Source: ENDS2.
 */
export function cutOffText(
  device: Pick<Device, 'life_cycle_stage' | 'active_deployment'>,
  { name, ...reader }: Reader & { readonly name: string },
): string | null {
  if (isDecommissioned(device)) {
    return `${name} is decommissioned: it cannot connect. To bring it back, give it another life cycle stage, then ${tokenStep(reader)}.`;
  }
  if (device.active_deployment !== null) return null;
  return `${name} is not deployed: the staff of the provider alone sees it. Deploy it at a location, then ${tokenStep(reader)}: those of a former deployment have ended.`;
}
