/** The record of a device, joined from the answers that hold parts of it. */

import type { Device } from '#contract/devices/device';

type ListedDeployment = NonNullable<Device['active_deployment']> & { readonly device_serial: string };

/** Returns a device with its deployment: that of its record, otherwise that in the list of deployments, as for one without its location. Source: DEVS6. */
export function withDeployment(device: Device, listed: ListedDeployment | undefined): Device {
  if (device.active_deployment?.location_id || listed === undefined) return device;
  const { id, location_id, creation_date } = listed;
  return { ...device, active_deployment: { id, location_id, creation_date } };
}

/**
 * Returns the answer about one device over its row in the list; a field that is missing or null in the answer, or a blank name, comes from the row. A device of
 * which neither has metadata has none. Source: DEVS6, META3, NAMED1.
 */
export function withDetail(row: Device, detail: Device | undefined): Device {
  if (detail === undefined || detail.serial !== row.serial) return row;
  const name = detail.name.trim() === '' ? row.name : detail.name;
  // A null stays where the row has no value: it says that there is none, for example no deployment.
  const held: Partial<Device> = Object.fromEntries(
    Object.entries(detail).filter(([field, value]) => value != null || !Object.hasOwn(row, field)),
  );
  return { ...row, ...held, name, metadata: detail.metadata ?? row.metadata ?? {} };
}
