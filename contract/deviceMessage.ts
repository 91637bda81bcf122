import { commandKind } from './command.ts';
import { activeTreatment, availableMap, simInfo, softwareInfo, stateData } from './machine.ts';
import { instant, z } from './schema.ts';
import { wireState } from './state.ts';
import { TREATMENT_VERSION, treatmentJob } from './treatment.ts';

// The robots speak MQTT 3.1.1. A device may publish under its own serial only.

/** What a device publishes under `devices/{serial}/…`, retained nowhere, QoS 1. Bodies are JSON. */
export const upwardTopics = ['state', 'data', 'result', 'log'] as const;
/** The topic of a message: `devices/LF-0140-23/state`. */
export const deviceTopic = (serial: string, kind: (typeof upwardTopics)[number] | 'command') => `devices/${serial}/${kind}`;

/** A report of state. `time` is the device's own clock, `sequence` counts up per start of the device. */
export const stateMessage = z.object({ time: instant, sequence: z.number().int().min(0), state: wireState });
/** A report of state. */
export type StateMessage = z.infer<typeof stateMessage>;

/** A report of one data group; the body is what the machine call of that name answers. */
export const dataMessage = z.discriminatedUnion('data_group', [
  z.object({ data_group: z.literal('sw_version'), time: instant, data: softwareInfo }),
  z.object({ data_group: z.literal('sim_info'), time: instant, data: simInfo.nullable() }),
  z.object({ data_group: z.literal('map_data'), time: instant, data: z.record(z.string(), availableMap) }),
  z.object({ data_group: z.literal('active_treatment'), time: instant, data: activeTreatment.nullable() }),
  z.object({ data_group: z.literal('state_data'), time: instant, data: stateData }),
  z.object({
    data_group: z.literal('metrics'),
    time: instant,
    data: z.object({
      mileage: z.number(),
      laneswitches: z.number(),
      active_time: z.number(),
      uv_switches: z.number(),
      uv_active_time: z.number(),
    }),
  }),
  z.object({
    data_group: z.literal('treatment'),
    time: instant,
    data: z.object({
      treatment_id: z.string(),
      map_id: z.string(),
      mission_id: z.string(),
      treatment_type: z.string(),
      creation_time: instant,
      start_time: instant.nullable(),
      finish_time: instant.nullable(),
      finish_status: z.enum(['', 'fully_completed', 'partially_completed', 'stopped', 'paused', 'failed']),
      total_asked: z.number().int(),
      total_treated: z.number().int(),
      total_failed: z.number().int(),
      reached_end: z.boolean(),
      /** The form it is reported in; 2 by default. Before 3 jobs tell no light. */
      version: z.number().int().min(1).max(TREATMENT_VERSION).optional(),
      map_version: z.string().optional(),
      test_mission: z.boolean().optional(),
      jobs: z.array(treatmentJob).optional(),
    }),
  }),
]);
/** A report of one data group. */
export type DataMessage = z.infer<typeof dataMessage>;

/**
 * A command on its way down (`devices/{serial}/command`, QoS 1, never retained). A device acts at most once per `command_id`, never after
 * `expires_at`, and refuses one with an `epoch` below the newest it has seen: its giver lost control meanwhile. A stop has no epoch.
 */
export const commandMessage = z.object({
  command_id: z.string(),
  command: commandKind,
  arguments: z.record(z.string(), z.unknown()),
  given_at: instant,
  expires_at: instant,
  /** Counts up with every change of control of this device. */
  epoch: z.number().int().nullable(),
  /** Who is in control from now on, for take and release; the device reports it as its `controller`. */
  controller: z.string().nullish(),
});
/** A command on its way down. */
export type CommandMessage = z.infer<typeof commandMessage>;

/** What a device says of a command (`result`): that it has it, and how it ended. */
export const resultMessage = z.object({
  command_id: z.string(),
  time: instant,
  status: z.enum(['delivered', 'done', 'failed']),
  text: z.string().nullish(),
});
/** What a device says of a command. */
export type ResultMessage = z.infer<typeof resultMessage>;

/**
 * What a device writes down (`log`): an event of its life, that a log file now lies on it, or an incident. An incident is reported again when its
 * upload begins or ends; `time` is when it happened, `x`, `y` metres on its map, `node_id` the node of the lane the device stands in, else its node.
 */
export const logMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    time: instant,
    level: z.enum(['success', 'info', 'warning', 'error', 'fatal']),
    message: z.string(),
    data: z.record(z.string(), z.unknown()).nullish(),
    action: z.union([z.object({ incident_id: z.string() }), z.object({ treatment_id: z.string() })]).nullish(),
  }),
  z.object({ kind: z.literal('file'), time: instant, database_id: z.string(), timestamp: instant }),
  z.object({
    kind: z.literal('incident'),
    time: instant,
    incident_id: z.string(),
    error_code: z.string().nullable(),
    manually_triggered: z.boolean(),
    map_id: z.string().nullable(),
    map_version: z.string().nullable(),
    node_id: z.string().nullable(),
    x: z.number().nullable(),
    y: z.number().nullable(),
    during_mission: z.boolean(),
    treatment_id: z.string().nullable(),
    upload_started: instant.nullable(),
    upload_finished: instant.nullable(),
  }),
]);
/** What a device writes down. */
export type LogMessage = z.infer<typeof logMessage>;
