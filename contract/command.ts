import { call } from './call.ts';
import { instant, paged, pageQuery, z } from './schema.ts';

/** What a device can be commanded to do; the words of `wait/{event}`. `config` sets one parameter, `sync` sends all treatments. Source: OPEN-31, OPEN-33. */
export const commandKind = z.enum([
  'take_control',
  'release_control',
  'stop_immediately',
  'upload_data',
  'validate_maps',
  'reload_config',
  'config',
  'sync',
]);
/** What a device can be commanded to do. */
export type CommandKind = z.infer<typeof commandKind>;

/**
 * The life of a command: `given` by a person, `sent` to the broker, `delivered` when the device has it, then `done` or `failed` as the device
 * says, or `expired` when it did not answer in time. The last three are final.
 */
export const commandStatus = z.enum(['given', 'sent', 'delivered', 'done', 'failed', 'expired']);
/** The life of a command. */
export type CommandStatus = z.infer<typeof commandStatus>;

/** One command of one device, from click to result. `id` is the request id of the click. Persons are named by `cognito:username` and name. */
export const command = z.object({
  id: z.string(),
  device_serial: z.string(),
  command: commandKind,
  /** `{incident}` of an upload ('all' or a database id), `{file_name, config_name, new_value}` of a config change; else empty. */
  arguments: z.record(z.string(), z.unknown()),
  status: commandStatus,
  given_at: instant,
  given_by: z.string(),
  given_by_name: z.string(),
  /** Who was in control when it was given; null for nobody. */
  holder: z.string().nullable(),
  holder_name: z.string().nullable(),
  sent_at: instant.nullable(),
  delivered_at: instant.nullable(),
  ended_at: instant.nullable(),
  /** The device's text about its end, or why it was not sent; null while there is nothing to say. */
  text: z.string().nullable(),
});
/** One command of one device. */
export type Command = z.infer<typeof command>;

/** The answer of a call that acts on a device. Failures: 409 offline or not in control, 404 unknown. Source: OPEN-32. */
export const acted = z.object({ success: z.boolean() });

/** Takes control, also from another person who has it. Source: CALL-016, GAP-21. */
export const getTakeControl = call({
  method: 'GET',
  path: 'machine/{serial}/take_control',
  summary: 'Takes control of a device.',
  answer: acted,
  acts: true,
});

/** Gives control back; 409 when another person has it. Source: CALL-015. */
export const getReleaseControl = call({
  method: 'GET',
  path: 'machine/{serial}/release_control',
  summary: 'Releases control of a device.',
  answer: acted,
  acts: true,
});

/** Stops a device at once; needs no control. `success` is the device's own word: false when it refused or kept silent. Source: CALL-017, design 12.1. */
export const getStopImmediately = call({
  method: 'GET',
  path: 'machine/{serial}/stop_immediately',
  summary: 'Stops a device immediately.',
  answer: acted,
  acts: true,
});

/** Uploads all incident data. Source: CALL-019. */
export const getUploadAllData = call({
  method: 'GET',
  path: 'machine/{serial}/upload_data/all',
  summary: 'Uploads all incident data of a device.',
  query: z.object({
    /** `fleet` when asked for many devices at once: online is then enough (GAP-19). */
    scope: z.enum(['device', 'fleet']).default('device'),
  }),
  answer: acted,
  acts: true,
});

/** Uploads one log or incident by its database id. Source: CALL-018. */
export const getUploadData = call({
  method: 'GET',
  path: 'machine/{serial}/upload_data/{incident}',
  summary: 'Uploads one log or incident of a device.',
  answer: acted,
  acts: true,
});

/** Lets the device check its maps. Source: CALL-020. */
export const getValidateMaps = call({
  method: 'GET',
  path: 'machine/{serial}/validate_maps',
  summary: 'Validates the maps on a device.',
  answer: acted,
  acts: true,
});

/** Lets the device read its configuration anew. Source: CALL-021. */
export const getReloadConfig = call({
  method: 'GET',
  path: 'machine/{serial}/reload_config',
  summary: 'Reloads the configuration of a device.',
  answer: acted,
  acts: true,
});

/** Held up to 10 s: whether the device confirmed such a command meanwhile. Source: CALL-014, OPEN-31. */
export const getWait = call({
  method: 'GET',
  path: 'machine/{serial}/wait/{event}',
  summary: 'Waits up to 10 s until a device confirms a command.',
  answer: acted,
});

/** Recent commands of a device, newest first. Beyond the documents: the list on /device/commands. */
export const getCommands = call({
  method: 'GET',
  path: 'machine/{serial}/commands',
  summary: 'Commands given to a device, newest first.',
  query: pageQuery,
  answer: paged(command),
});
