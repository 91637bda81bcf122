/**
 * Configuration parameters: `configTypes`, `configValue`, `configModel` (files, groups, bounds), and the calls to edit, compare, download and read the history
 * of changes.
 */

import { call } from '../call.ts';
import { commandResponse } from '../command.ts';
import { optionalLocalTime, paged, pageQuery, utcInstant, z } from '../schema.ts';

/** The value types of parameters. Source: CONST-067. `list` and `map` are an extension of this server, with `config_structures`. */
export const configTypes = ['bool', 'string', 'float', 'int', 'list', 'map'] as const;
/** The value type of a parameter. */
export type ConfigType = (typeof configTypes)[number];

/**
 * The value of a parameter, of the type in its model; null for a parameter without a value. A float may be `.inf`, `-.inf` or `.nan`, as text. Lists and maps
 * are an extension of this server.
 */
export const configValue = z.union([
  z.boolean(),
  z.number(),
  z.string(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);
/** The value of a parameter. */
export type ConfigValue = z.infer<typeof configValue>;

/**
 * The model of a parameter. `group` is written `Name-Colour`; `min`, `max`, `unit` and `items` are an extension of this server. Source: spec, Config;
 * ROLE-012.
 */
export const configModel = z.object({
  command_name: z.string(),
  group: z.string(),
  /** One of `configTypes`; a value of any other type is shown but cannot be edited. */
  type: z.string(),
  /** Bounds of a number, both inclusive. */
  min: z.nullish(z.number()),
  max: z.nullish(z.number()),
  unit: z.nullish(z.string()),
  /** The type of the items of a list: bool, string, float or int. */
  items: z.nullish(z.string()),
});
/** The model of a parameter. */
export type ConfigModel = z.infer<typeof configModel>;

/** A parameter with its model. `value` is missing if the device has no value; its type may differ from the type in the model. */
export const configParameter = z.object({ value: z.optional(z.unknown()), model: configModel });
/** A parameter with its model and value. */
export type ConfigParameter = z.infer<typeof configParameter>;

/** The parameters of one file, by name. */
const configFile = z.record(z.string(), configParameter);

/**
 * Returns the current configuration; without files if the device has no configuration. Parameters not visible to the caller are omitted, but the file names are
 * kept. Fails: 404 unknown or not visible. Source: CALL-001, OPEN-19, DEV-101, GAP-49.
 */
export const getConfig = call({
  method: 'GET',
  path: 'machine/{serial}/config',
  summary: 'Configuration of a device now.',
  answer: z.object({ file_names: z.array(z.string()), config: z.record(z.string(), configFile) }),
});

/**
 * Sets one value on the device; responds once the device has confirmed it. Setting an equal value succeeds without a change. Fails, in this order: 404 unknown
 * device, file or parameter, 403 no right to configure it, 409 offline, 400 wrong type or out of bounds, 409 changed meanwhile, refused by the device, or no
 * confirmation within 8 s. A failure changes nothing. Source: CALL-002, OPEN-20.
 */
export const postConfig = call({
  method: 'POST',
  path: 'machine/{serial}/config',
  summary: 'Sets one value of the configuration of a device.',
  body: z.object({
    file_name: z.string().check(z.minLength(1), z.maxLength(200)),
    config_name: z.string().check(z.minLength(1), z.maxLength(200)),
    new_value: configValue,
    /** Precondition: the value that the editor loaded; 409 when the current value differs. Not in the specification. */
    old_value: z.optional(configValue),
  }),
  answer: commandResponse,
});

/** Two devices, each with an instant. */
const compareQuery = z.object({
  machine_serial_1: z.string(),
  machine_serial_2: z.string(),
  at_time_machine_1: utcInstant,
  at_time_machine_2: utcInstant,
});

/** One difference: `key_value` is `file/parameter`; a value is null if the device does not have it. */
export const configDifference = z.object({
  key_value: z.string(),
  value_machine_1: z.optional(z.unknown()),
  value_machine_2: z.optional(z.unknown()),
});
/** One difference between two configurations. */
export type ConfigDifference = z.infer<typeof configDifference>;

/**
 * Returns the differences between two configurations, by `key_value`, without ignored paths and parameters not visible to the caller. Before its first
 * configuration a device has no values. Fails: 404 unknown or not visible. Source: CALL-022, OPEN-35, FLEET-057..071.
 */
export const getConfigCompare = call({
  method: 'GET',
  path: 'config/compare',
  summary: 'Differences between the configurations of two devices.',
  query: compareQuery,
  answer: z.object({ result: z.object({ differences: z.array(configDifference) }) }),
});

/**
 * Returns the files at an instant, as `config_{machine_serial}.zip` of YAML, without parameters not visible to the caller. A name with slashes is nested.
 * Fails: 404 unknown or not visible, or without a configuration at that instant. Source: CALL-023, OPEN-36, DEV-110, DEV-111.
 */
export const getConfigDownload = call({
  method: 'GET',
  path: 'config/download',
  summary: 'A zip of the configuration files that a device had at a time.',
  query: z.object({
    machine_serial: z.string(),
    at_time: utcInstant,
    /** `ros2`: as a parameter file that a ROS 2 node loads; otherwise as plain YAML. An extension of this server, with `config_structures`. */
    layout: z.optional(z.enum(['plain', 'ros2'])),
  }),
  answer: z.unknown(),
  file: true,
  fileName: ({ query }) => `config_${String(query['machine_serial'])}.zip`,
});

/** One change of a parameter. Local times have no offset; the device's local times are null when unknown. Source: spec, Config change event; DEV-108. */
export const configChange = z.object({
  belgian_local_time: optionalLocalTime,
  device_local_time: optionalLocalTime,
  device_local_timezone: z.nullish(z.string()),
  config_name: z.string(),
  old_value: z.optional(z.unknown()),
  new_value: z.optional(z.unknown()),
  /** The changed file and the user are an extension of this server. */
  file_name: z.nullish(z.string()),
  done_by: z.nullish(z.string()),
});
/** One change of a parameter. */
export type ConfigChange = z.infer<typeof configChange>;

/** Returns the changes, newest first, without parameters not visible to the caller. Fails: 404 unknown or not visible. Source: CALL-024, OPEN-37. */
export const getConfigChanges = call({
  method: 'GET',
  path: 'config/changes/{serial}',
  summary: 'Changes of the configuration of a device, newest first.',
  query: pageQuery,
  answer: paged(configChange),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const configurationCalls = { getConfig, postConfig, getConfigCompare, getConfigDownload, getConfigChanges } as const;
