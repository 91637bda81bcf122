import type { Device } from '#contract/devices/device';
import { issuesDeviceTokens, type Role } from '../people/rights.ts';
import { isDecommissioned } from './deviceList.ts';

const tokenStep = (role: Role | null) =>
  role === null || issuesDeviceTokens(role) ? 'put a new access token on it' : 'ask an administrator for a new access token';

/** Returns what of a decommissioned device says so: its stage, its name, or both. Source: GAP-42. */
function reasonsOf({ name, life_cycle_stage }: Pick<Device, 'name' | 'life_cycle_stage'>): string {
  const isStage = isDecommissioned({ name: '', life_cycle_stage });
  const isNamed = isDecommissioned({ name, life_cycle_stage: '' });
  return [isStage ? ['another life cycle stage'] : [], isNamed ? ['a name without the word'] : []].flat().join(' and ');
}

/**
 * Returns why a device cannot connect or is not seen, and the way back: of one that is decommissioned, and of one that is known not to be deployed. Null
 * for every other one. `name` is what the device is called, `role` that of the reader. Source: ENDS2.
 */
export function cutOffText(
  device: Pick<Device, 'name' | 'life_cycle_stage' | 'active_deployment'>,
  { name, role }: { readonly name: string; readonly role: Role | null },
): string | null {
  if (isDecommissioned(device)) {
    return `${name} is decommissioned: it cannot connect. To bring it back, give it ${reasonsOf(device)}, then ${tokenStep(role)}.`;
  }
  if (device.active_deployment !== null) return null;
  return `${name} is not deployed: the staff of the provider alone sees it. Deploy it at a location, then ${tokenStep(role)}: those of a former deployment have ended.`;
}
