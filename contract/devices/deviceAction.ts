/** The history of actions on devices: `deviceActionType`, the user and instant, and the old and new values. */

import { call } from '../call.ts';
import { instant, pageQuery, z } from '../schema.ts';

/** The types of actions on a device. Source: OPEN-94. */
export const deviceActionType = z.enum(['create', 'update', 'deploy', 'close_deployment', 'generate_credentials', 'delete_credentials']);
/** A type of action on a device. */
export type DeviceActionType = z.infer<typeof deviceActionType>;

/** An action on a device, or on a device type, where `device_serial` is null. Source: spec, Device action; OPEN-94. */
export const deviceAction = z.object({
  device_serial: z.nullish(z.string()),
  /** One of `deviceActionType`; an unknown type is shown unchanged. */
  action_type: z.string(),
  timestamp: instant,
  done_by: z.nullish(z.string()),
  /** This server returns the changed fields by wire name, null for a missing value; another server may return plain values. Secrets are `***`. */
  action: z.nullish(z.object({ old_value: z.optional(z.unknown()), new_value: z.optional(z.unknown()) })),
});
/** An action on a device or device type. */
export type DeviceAction = z.infer<typeof deviceAction>;

/** Returns the actions on the devices visible to the caller, newest first; empty for a serial that is unknown or not visible. Source: CALL-095, OPEN-94. */
export const getDeviceActions = call({
  method: 'GET',
  path: 'device/actions',
  summary: 'What was done to devices, newest first.',
  query: z.extend(pageQuery, { device_serial: z.optional(z.string().check(z.maxLength(200))), action_type: z.optional(deviceActionType) }),
  answer: z.object({ total: z.int().check(z.minimum(0)), actions: z.array(deviceAction) }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const deviceActionCalls = { getDeviceActions } as const;
