/** Devices that formerly worked for the caller's organisations, each with its name and the period. */

import { call } from '../call.ts';
import { instant, z } from '../schema.ts';

/**
 * A device that once worked for the caller's organisations and no longer does, with its name at that time. `from` and `until` are the first and the last
 * instant of that period; its events, logs, incidents and treatments of that period belong to the caller.
 */
const formerDevice = z.object({ serial: z.string(), name: z.string(), device_type: z.string(), from: instant, until: instant });
/** A device that once worked for the caller's organisations. */
export type FormerDevice = z.infer<typeof formerDevice>;

/**
 * Returns the devices that no longer work for the caller's organisations, most recently left first; none for staff, who see every device. An extension of this
 * server, announced as `former_devices`.
 */
export const getFormerDevices = call({
  method: 'GET',
  path: 'former_devices',
  summary: 'Devices that worked for the caller before.',
  answer: z.object({ result: z.array(formerDevice) }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const formerDeviceCalls = { getFormerDevices } as const;
