/** MQTT topics below `devices/{serial}/`, and the payloads of all but `notice`. */

import { commandKind } from '../command.ts';
import { configModel, configValue } from '../devices/configuration.ts';
import { dataGroups } from '../fleet/dataGroup.ts';
import { instant, z } from '../schema.ts';
import { wireState } from '../fleet/state.ts';
import { TREATMENT_VERSION, treatmentJob } from '../fleet/treatment.ts';

// Devices use MQTT 3.1.1. A device may publish only under its own serial. The schemas describe the messages that a device should send; the server reads a
// message field by field and accepts other spellings of a value (a number in quotes, a time without zone as UTC, an epoch, NaN as null). An unreadable field is
// ignored and reported in a device event and in a notice to the device (`notice.ts`). The limits are in `messageLimits.ts`.

/** The topics to which a device publishes, below `devices/{serial}/`: QoS 1, not retained, JSON payloads. */
export const upwardTopics = ['state', 'data', 'result', 'log', 'configuration', 'identity'] as const;
/** Returns the topic of a device's messages of one kind: `devices/LF-0140-23/state`. */
export const deviceTopic = (serial: string, kind: (typeof upwardTopics)[number] | 'command' | 'notice') => `devices/${serial}/${kind}`;

/** A state report. `time` is from the device's clock; `sequence` increases with each report and restarts when the device starts. */
export const stateMessage = z.object({ time: instant, sequence: z.int().check(z.minimum(0)), state: wireState });
/** A state report. */
export type StateMessage = z.infer<typeof stateMessage>;

/** A report of one data group, of the lifetime totals or of a treatment, distinguished by `data_group`. */
export const dataMessage = z.discriminatedUnion('data_group', [
  z.object({
    data_group: z.literal('metrics'),
    time: instant,
    /** A total that is missing or null keeps its previous value. */
    data: z.object({
      mileage: z.nullish(z.number()),
      laneswitches: z.nullish(z.number()),
      active_time: z.nullish(z.number()),
      uv_switches: z.nullish(z.number()),
      uv_active_time: z.nullish(z.number()),
    }),
  }),
  z.object({
    data_group: z.literal('treatment'),
    time: instant,
    /**
     * Number of a part, from 1 to `parts`, of a treatment that exceeds the maximum message length. Each part has the same `time` and the whole treatment, but
     * only its share of `jobs`; the parts may arrive in any order, and the jobs are used once all have arrived. Without both fields, the message is the whole
     * treatment.
     */
    part: z.optional(z.int()),
    parts: z.optional(z.int()),
    data: z.object({
      treatment_id: z.string(),
      map_id: z.string(),
      mission_id: z.string(),
      treatment_type: z.string(),
      /** The unit of the dosages of the jobs; if it is missing, the unit is J/m² if the treatment gives light. */
      dosage_unit: z.optional(z.string()),
      creation_time: instant,
      start_time: z.nullable(instant),
      finish_time: z.nullable(instant),
      /** '' while the treatment is running, then a finish status of `treatment.ts`; any other word is kept and shown unchanged. */
      finish_status: z.string(),
      total_asked: z.int(),
      total_treated: z.int(),
      total_failed: z.int(),
      reached_end: z.boolean(),
      /** The version of the report format; default 2. Before version 3, jobs report no light. */
      version: z.optional(z.int().check(z.minimum(1), z.maximum(TREATMENT_VERSION))),
      map_version: z.optional(z.string()),
      test_mission: z.optional(z.boolean()),
      jobs: z.optional(z.array(treatmentJob)),
    }),
  }),
  ...Object.values(dataGroups).map(({ message }) => message),
]);
/** A report of a data group, of totals or of a treatment. */
export type DataMessage = z.infer<typeof dataMessage>;

/**
 * A command message (`devices/{serial}/command`, QoS 1, never retained). A device executes each `command_id` at most once, and rejects a command whose `epoch`
 * is lower than the highest one it has received, because the sender has lost control since. A stop has no epoch and never expires: a device executes it
 * whenever it arrives, and the server decides whether it is still needed. Any other command is executed at most `expires_in_ms` after `given_at`, both by the
 * device's own clock as the server measures it in its reports; a device that does not know whether its clock is right executes every command that arrives.
 */
export const commandMessage = z.object({
  command_id: z.string(),
  command: commandKind,
  arguments: z.record(z.string(), z.unknown()),
  /** Instant of the command, by the device's clock. */
  given_at: instant,
  /**
   * The sum of `given_at` and `expires_in_ms`, by the device's clock; for a stop, an instant in the year 9999. Meant for devices that do not support
   * `expires_in_ms`.
   */
  expires_at: instant,
  /** Time for which the command is valid, in ms; null for a stop. */
  expires_in_ms: z.nullish(z.int()),
  /** Number that increases with every change of control of this device; null for a stop. */
  epoch: z.nullable(z.int()),
  /** For take and release: the new user in control, which the device reports as its `controller`. */
  controller: z.nullish(z.string()),
});
/** A command message. */
export type CommandMessage = z.infer<typeof commandMessage>;

/** A result message (`result`): a command was delivered, done or failed. */
export const resultMessage = z.object({
  command_id: z.string(),
  time: instant,
  status: z.enum(['delivered', 'done', 'failed']),
  text: z.nullish(z.string()),
});
/** A result message. */
export type ResultMessage = z.infer<typeof resultMessage>;

/**
 * A log message (`log`): an event, a new log file on the device, or an incident. An incident is reported again when its upload begins or ends;
 * `time` is the time of the incident, `x` and `y` are in metres on its map, `node_id` is the node of the device's lane, otherwise the device's node.
 */
export const logMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    time: instant,
    /** One of `eventLevel`; any other word is kept and shown unchanged. */
    level: z.string(),
    message: z.string(),
    data: z.nullish(z.record(z.string(), z.unknown())),
    action: z.nullish(z.union([z.object({ incident_id: z.string() }), z.object({ treatment_id: z.string() })])),
  }),
  z.object({ kind: z.literal('file'), time: instant, database_id: z.string(), timestamp: instant }),
  /** A log file that is no longer on the device; its uploaded content is kept. */
  z.object({ kind: z.literal('file_removed'), time: instant, database_id: z.string() }),
  z.object({
    kind: z.literal('incident'),
    time: instant,
    incident_id: z.string(),
    error_code: z.nullable(z.string()),
    manually_triggered: z.boolean(),
    map_id: z.nullable(z.string()),
    map_version: z.nullable(z.string()),
    node_id: z.nullable(z.string()),
    x: z.nullable(z.number()),
    y: z.nullable(z.number()),
    during_mission: z.boolean(),
    treatment_id: z.nullable(z.string()),
    upload_started: z.nullable(instant),
    upload_finished: z.nullable(instant),
  }),
]);
/** A log message. */
export type LogMessage = z.infer<typeof logMessage>;

/** Versions or serials of a device's components, by name: `drive` → `DRV-1A2B`; null for a component that the device does not have. */
const named = z.record(z.string(), z.nullish(z.string()));

/**
 * The identity that a device reports (`identity`) when it connects and when the identity changes. A report replaces the previous report, but never the values
 * that people entered: if they differ, the device's page shows both.
 */
export const identityMessage = z.object({
  time: instant,
  /** The id of the device type: `LUMION_FIX`. */
  device_type: z.nullish(z.string()),
  /** The id of the hardware revision: `LF-R2`. */
  hardware_revision: z.nullish(z.string()),
  /** Serials of the components, by name; at most 100. If a metadata field has the name of a component, the two values are compared. */
  components: z.nullish(named),
  /** Versions of the software, by name; at most 100. */
  software: z.nullish(named),
});
/** The identity that a device reports. */
export type IdentityMessage = z.infer<typeof identityMessage>;

/**
 * A configuration message (`configuration`): one whole file of the device's configuration, or one part of a large file. A device reports all its files when it
 * connects and for `reload_config`, and a file whenever one of its values has changed; after a change by a command, it reports the file after the command's
 * result. The first report is the device's first configuration; a later change of a value without a command counts as a change by the device. Parts have the
 * same `time` and arrive in any order within a minute. All files together have at most 5,000 parameters and 1 MB.
 */
export const configurationMessage = z.object({
  time: instant,
  /** The device's own name for this state of its configuration; the same in all parts of a report. */
  revision: z.nullish(z.string()),
  /** All configuration files of the device, in display order; files missing in the list are removed. Without the list, no file is removed. */
  file_names: z.nullish(z.array(z.string())),
  file_name: z.string(),
  /** The number of the part, counted from 1; present together with `parts`. */
  part: z.nullish(z.int().check(z.minimum(1))),
  parts: z.nullish(z.int().check(z.minimum(1))),
  /**
   * Parameters by name, in display order, as in `machine/{serial}/config`. A group of a colour other than GREEN, YELLOW, ORANGE and RED is shown only to
   * administrators and the provider.
   */
  config: z.record(z.string(), z.object({ value: configValue, model: configModel })),
});
/** A configuration message. */
export type ConfigurationMessage = z.infer<typeof configurationMessage>;
