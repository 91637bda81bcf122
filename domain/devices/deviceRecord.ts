/** The record of a device, joined from the responses that hold parts of it. */

import type { Device } from '#contract/devices/device';

type ListedDeployment = NonNullable<Device['active_deployment']> & { readonly device_serial: string };

/** Returns a device with its deployment: the one in its record or, if that has no location, the one in the list of deployments. Source: DEVS6. */
export function withDeployment(device: Device, listed: ListedDeployment | undefined): Device {
  if (device.active_deployment?.location_id || listed === undefined) return device;
  const { id, location_id, creation_date } = listed;
  return { ...device, active_deployment: { id, location_id, creation_date } };
}

/**
 * Returns the row of a device in the list, overridden by the response about that device; a field that is missing or null in the response, and a blank name, are
 * taken from the row. `metadata` is empty if neither has it. Source: DEVS6, META3, NAMED1.
 */
export function withDetail(row: Device, detail: Device | undefined): Device {
  if (detail === undefined || detail.serial !== row.serial) return row;
  const name = detail.name.trim() === '' ? row.name : detail.name;
  // A null is kept if the row lacks the field: it means that there is no value, for example no deployment.
  const held: Partial<Device> = Object.fromEntries(
    Object.entries(detail).filter(([field, value]) => value != null || !Object.hasOwn(row, field)),
  );
  return { ...row, ...held, name, metadata: detail.metadata ?? row.metadata ?? {} };
}
