import { call } from '../call.ts';
import { instant, z } from '../schema.ts';

/**
 * A device that worked for the caller's organisations and does no more, as it was called then. `from` and `until` are the first and the last instant of
 * that time, within which its events, logs, incidents and treatments are the caller's.
 */
const formerDevice = z.object({ serial: z.string(), name: z.string(), device_type: z.string(), from: instant, until: instant });
/** A device that worked for the caller's organisations. */
export type FormerDevice = z.infer<typeof formerDevice>;

/** The devices that left the caller, the last one first; none for staff, who see every device. An extension of this server, announced as `former_devices`. */
export const getFormerDevices = call({
  method: 'GET',
  path: 'former_devices',
  summary: 'Devices that worked for the caller before.',
  answer: z.object({ result: z.array(formerDevice) }),
});

/** The calls of this file; `calls.ts` joins those of all files. */
export const formerDeviceCalls = { getFormerDevices } as const;
