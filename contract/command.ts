/**
 * Device commands: their kinds and statuses (`given` … `expired`), and the calls that take control, stop, upload, change the configuration, wait for a
 * confirmation and list commands.
 */

import { call } from './call.ts';
import { instant, paged, pageQuery, z } from './schema.ts';

/**
 * The command kinds, also the values of `wait/{event}`. `config` sets one parameter, `sync` sends all treatments, `reload_config` sends all files of the
 * configuration. The server itself sends two of them: `report` requests missing data from a device, with `{data_groups, configuration}` (the names of data
 * groups; whether all files of the configuration are requested), and `fetch` notifies a device that its data (`deviceData.ts`) have changed, with `{changed}`
 * of `maps`, `network`, `metadata`, `error_codes`. Source: OPEN-31, OPEN-33.
 */
export const commandKind = z.enum([
  'take_control',
  'release_control',
  'stop_immediately',
  'upload_data',
  'validate_maps',
  'reload_config',
  'config',
  'sync',
  'report',
  'fetch',
]);
/** A command kind. */
export type CommandKind = z.infer<typeof commandKind>;

/**
 * The status of a command: `given` by a user, `sent` to the broker, `delivered` to the device, then `done` or `failed` as reported by the device,
 * or `expired` without a result in time. The last three are final.
 */
export const commandStatus = z.enum(['given', 'sent', 'delivered', 'done', 'failed', 'expired']);
/** The status of a command. */
export type CommandStatus = z.infer<typeof commandStatus>;

/** One command of one device. `id` is the request id created by the click. Users are identified by `cognito:username`, together with their display name. */
export const command = z.object({
  id: z.string(),
  device_serial: z.string(),
  command: commandKind,
  /** `{incident}` of an upload ('all' or a database id), `{file_name, config_name, new_value}` of a config change; otherwise empty. */
  arguments: z.record(z.string(), z.unknown()),
  status: commandStatus,
  given_at: instant,
  given_by: z.string(),
  given_by_name: z.string(),
  /** The user in control when the command was given; null if nobody was in control. */
  holder: z.nullable(z.string()),
  holder_name: z.nullable(z.string()),
  sent_at: z.nullable(instant),
  delivered_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  /** The result text of the device, or the reason why the command was not sent; null if there is neither. */
  text: z.nullable(z.string()),
});
/** One command of one device. */
export type Command = z.infer<typeof command>;

/** The response of a device command. Fails: 409 offline or not in control, 404 unknown. Source: OPEN-32. */
export const commandResponse = z.object({ success: z.boolean() });

/** Takes control, even from another user. Source: CALL-016, GAP-21. */
export const getTakeControl = call({
  method: 'GET',
  path: 'machine/{serial}/take_control',
  summary: 'Takes control of a device.',
  answer: commandResponse,
  hasSideEffects: true,
});

/** Releases control. Fails: 409 when another user has it. Source: CALL-015. */
export const getReleaseControl = call({
  method: 'GET',
  path: 'machine/{serial}/release_control',
  summary: 'Releases control of a device.',
  answer: commandResponse,
  hasSideEffects: true,
});

/** Stops a device; does not require control. `success` is the device's result: false when it refused or did not respond. Source: CALL-017, design 12.1. */
export const getStopImmediately = call({
  method: 'GET',
  path: 'machine/{serial}/stop_immediately',
  summary: 'Stops a device immediately.',
  answer: commandResponse,
  hasSideEffects: true,
});

/** Uploads all incident data. Source: CALL-019. */
export const getUploadAllData = call({
  method: 'GET',
  path: 'machine/{serial}/upload_data/all',
  summary: 'Uploads all incident data of a device.',
  query: z.object({
    /** `fleet` for an upload from many devices, which must be online but not under control (GAP-19). */
    scope: z._default(z.enum(['device', 'fleet']), 'device'),
  }),
  answer: commandResponse,
  hasSideEffects: true,
});

/** Uploads one log or incident by its database id. Source: CALL-018. */
export const getUploadData = call({
  method: 'GET',
  path: 'machine/{serial}/upload_data/{incident}',
  summary: 'Uploads one log or incident of a device.',
  answer: commandResponse,
  hasSideEffects: true,
});

/** Validates the maps on the device. Source: CALL-020. */
export const getValidateMaps = call({
  method: 'GET',
  path: 'machine/{serial}/validate_maps',
  summary: 'Validates the maps on a device.',
  answer: commandResponse,
  hasSideEffects: true,
});

/** Reloads the configuration on the device. Source: CALL-021. */
export const getReloadConfig = call({
  method: 'GET',
  path: 'machine/{serial}/reload_config',
  summary: 'Reloads the configuration of a device.',
  answer: commandResponse,
  hasSideEffects: true,
});

/** Waits up to 10 s (long poll) and returns whether the device confirmed a command of this kind in that time. Source: CALL-014, OPEN-31. */
export const getWait = call({
  method: 'GET',
  path: 'machine/{serial}/wait/{event}',
  summary: 'Waits up to 10 s until a device confirms a command.',
  answer: commandResponse,
});

/** Returns the recent commands of a device, newest first, for /device/commands. Not in the specification. */
export const getCommands = call({
  method: 'GET',
  path: 'machine/{serial}/commands',
  summary: 'Commands given to a device, newest first.',
  query: pageQuery,
  answer: paged(command),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const commandCalls = {
  getTakeControl,
  getReleaseControl,
  getStopImmediately,
  getUploadAllData,
  getUploadData,
  getValidateMaps,
  getReloadConfig,
  getWait,
  getCommands,
} as const;
