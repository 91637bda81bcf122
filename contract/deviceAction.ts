import { call } from './call.ts';
import { instant, pageQuery, z } from './schema.ts';

/** What can be done to a device. Source: OPEN-94. */
export const deviceActionType = z.enum(['create', 'update', 'deploy', 'close_deployment', 'generate_credentials', 'delete_credentials']);
/** What can be done to a device. */
export type DeviceActionType = z.infer<typeof deviceActionType>;

/** What was done to a device, or to a type and so to all devices of it (`device_serial` is then null). Source: spec, Device action; OPEN-94. */
export const deviceAction = z.object({
  device_serial: z.string().nullish(),
  /** One of `deviceActionType`; a type of another server is shown as it is. */
  action_type: z.string(),
  timestamp: instant,
  done_by: z.string().nullish(),
  /** This server gives the fields that changed by their wire names, null where there was or is nothing; another one gives plain values. Secrets are `***`. */
  action: z.object({ old_value: z.unknown().optional(), new_value: z.unknown().optional() }).nullish(),
});
/** What was done to a device. */
export type DeviceAction = z.infer<typeof deviceAction>;

/** What was done to the devices the caller sees, newest first; a foreign or unknown serial finds nothing. Source: CALL-095, OPEN-94. */
export const getDeviceActions = call({
  method: 'GET',
  path: 'device/actions',
  summary: 'What was done to devices, newest first.',
  query: pageQuery.extend({ device_serial: z.string().max(200).optional(), action_type: deviceActionType.optional() }),
  answer: z.object({ total: z.number().int().min(0), actions: z.array(deviceAction) }),
});
