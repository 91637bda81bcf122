/** All MQTT messages by topic, each with a summary and examples. AsyncAPI and `docs/robots.md` are generated from this table. */

import type { z } from '../schema.ts';
import {
  commandMessage,
  configurationMessage,
  dataMessage,
  identityMessage,
  logMessage,
  resultMessage,
  stateMessage,
  type upwardTopics,
} from './deviceMessage.ts';
import { maxMessageBytes } from './messageLimits.ts';
import { noticeMessage } from '../fleet/notice.ts';

/** The messages of one topic. */
export interface CataloguedMessage {
  readonly schema: z.ZodMiniType;
  readonly summary: string;
  /** Example messages, each of a different kind. */
  readonly examples: readonly object[];
  /** Maximum message size, in bytes; null for messages of the server. */
  readonly maxBytes: number | null;
}

const time = '2026-03-04T13:05:00Z';
const treatment = {
  treatment_id: 'LF-0140-23-2026-03-04-1',
  map_id: 'de-linde-2',
  mission_id: 'UV night, rows 1-12',
  treatment_type: 'UV',
  creation_time: time,
  start_time: '2026-03-04T13:06:00Z',
  finish_time: null,
  finish_status: '',
  total_asked: 2,
  total_treated: 1,
  total_failed: 0,
  reached_end: false,
  version: 3,
};
const activeJobs = [
  { job_type: 'uv_treatment', object_id: '101', status: 'COMPLETED', error_code: null, gutter: '1' },
  { job_type: 'uv_treatment', object_id: '102', status: 'QUEUED', error_code: null, gutter: '1' },
];
const jobs = [
  { job_type: 'uv_treatment', object_id: '101', status: 'COMPLETED', error_code: null, gutter: '1', treatment_time: 96.5, dosage: 12.25 },
  { job_type: 'uv_treatment', object_id: '102', status: 'QUEUED', error_code: null, gutter: '1' },
];

/** The messages that a device sends, by topic below `devices/{serial}/`. */
export const upwardMessages = {
  state: {
    schema: stateMessage,
    summary: 'What the device does now, each second, and at once when it changes.',
    maxBytes: maxMessageBytes(),
    examples: [
      {
        time,
        sequence: 41,
        state: {
          current_state: 'executing_task',
          current_task: 'uv_treatment',
          error_code: '',
          controller: '',
          battery_level: 81.5,
          current_node: '101',
          current_pose_x: 12.5,
          current_pose_y: 3.25,
          current_pose_theta: 1.57,
          current_velocity: 0.4,
        },
      },
    ],
  },
  data: {
    schema: dataMessage,
    summary: 'One data group: when it changes, when the device connects, and a treatment whenever a lane of it has ended.',
    maxBytes: maxMessageBytes('treatment'),
    examples: [
      {
        data_group: 'metrics',
        time,
        data: { mileage: 120_500, laneswitches: 940, active_time: 88_000, uv_switches: 310, uv_active_time: 61_000 },
      },
      {
        data_group: 'sw_version',
        time,
        data: { software_version: '4.2.0', software_hash: '9f2c1ab', software_status: 'True', software_manually_started: false },
      },
      {
        data_group: 'sim_info',
        time,
        data: { customer: 'De Linde', rate_plan: '1 GB', status: 'ACTIVATED', ctd_data_usage: 73_400_320 },
      },
      {
        data_group: 'map_data',
        time,
        data: { 'de-linde-2': { version: '2.1.1#2.1.1#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0', valid: true, errors: {} } },
      },
      { data_group: 'state_data', time, data: { has_wifi: true, 'site/site_id': 'de-linde-2', 'site/site_version': '2.1.1' } },
      {
        data_group: 'active_treatment',
        time,
        data: { treatment_id: treatment.treatment_id, creation_time: time, start_time: time, jobs: activeJobs },
      },
      { data_group: 'treatment', time, data: { ...treatment, jobs } },
      { data_group: 'treatment', time: '2026-03-04T13:07:00Z', part: 1, parts: 2, data: { ...treatment, jobs: jobs.slice(0, 1) } },
      { data_group: 'treatment', time: '2026-03-04T13:07:00Z', part: 2, parts: 2, data: { ...treatment, jobs: jobs.slice(1) } },
    ],
  },
  result: {
    schema: resultMessage,
    summary: 'What became of a command: delivered at once, then done or failed.',
    maxBytes: maxMessageBytes(),
    examples: [
      { command_id: 'c0ffee', time, status: 'delivered' },
      { command_id: 'c0ffee', time, status: 'failed', text: 'the emergency stop is pressed' },
    ],
  },
  log: {
    schema: logMessage,
    summary: 'Something that happened: an event, a log file on the device, an incident.',
    maxBytes: maxMessageBytes(),
    examples: [
      { kind: 'event', time, level: 'warning', message: 'Wheel slip on lane 101', data: { lane: '101' }, action: null },
      { kind: 'file', time, database_id: 'log-2026-03-04', timestamp: time },
      { kind: 'file_removed', time, database_id: 'log-2026-02-04' },
      {
        kind: 'incident',
        time,
        incident_id: 'LF-0140-23-2026-03-04-13-05-00',
        error_code: '0x03000117',
        manually_triggered: false,
        map_id: 'de-linde-2',
        map_version: '2.1.1#2.1.1#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0#1.0.0',
        node_id: '101',
        x: 12.5,
        y: 3.25,
        during_mission: true,
        treatment_id: treatment.treatment_id,
        upload_started: null,
        upload_finished: null,
      },
    ],
  },
  configuration: {
    schema: configurationMessage,
    summary: 'One file of the configuration: all files on connecting and for reload_config, one whenever a value of it has changed.',
    maxBytes: maxMessageBytes('configuration'),
    examples: [
      {
        time,
        revision: '17',
        file_names: ['drive.yaml'],
        file_name: 'drive.yaml',
        config: {
          max_speed: {
            value: 0.8,
            model: { command_name: 'max_speed', group: 'Drive-GREEN', type: 'float', min: 0.1, max: 1.2, unit: 'm/s' },
          },
        },
      },
    ],
  },
  identity: {
    schema: identityMessage,
    summary: 'What the device says of itself: when it connects, and when it changes.',
    maxBytes: maxMessageBytes(),
    examples: [
      {
        time,
        device_type: 'LUMION_FIX',
        hardware_revision: 'LF-R2',
        components: { drive: 'DRV-1A2B', lamp_left: 'LMP-0207' },
        software: { controller: '4.2.0', firmware: '1.9' },
      },
    ],
  },
} as const satisfies Readonly<Record<(typeof upwardTopics)[number], CataloguedMessage>>;

/** The messages that the server sends to a device. */
export const downwardMessages = {
  command: {
    schema: commandMessage,
    summary: 'A command. Each command_id is executed at most once.',
    maxBytes: null,
    examples: [
      {
        command_id: 'c0ffee',
        command: 'stop_immediately',
        arguments: {},
        given_at: time,
        expires_at: '9999-12-31T23:59:59Z',
        expires_in_ms: null,
        epoch: null,
      },
      {
        command_id: 'decaf',
        command: 'take_control',
        arguments: {},
        given_at: time,
        expires_at: '2026-03-04T13:05:10Z',
        expires_in_ms: 10_000,
        epoch: 12,
        controller: 'an.verhoeven',
      },
      {
        command_id: 'facade',
        command: 'report',
        arguments: { data_groups: ['sw_version', 'map_data'], configuration: true },
        given_at: time,
        expires_at: '2026-03-04T13:05:10Z',
        expires_in_ms: 10_000,
        epoch: null,
      },
      {
        command_id: 'beef',
        command: 'fetch',
        arguments: { changed: ['maps', 'error_codes'] },
        given_at: time,
        expires_at: '2026-03-04T13:05:10Z',
        expires_in_ms: 10_000,
        epoch: null,
      },
    ],
  },
  notice: {
    schema: noticeMessage,
    summary: 'What was refused or left out of what the device sent, and why. QoS 0.',
    maxBytes: null,
    examples: [
      {
        time,
        code: 'fields_dropped',
        text: '1 field could not be read: state.battery_level',
        topic: 'state',
        message: { time, sequence: 41 },
        fields: [{ field: 'state.battery_level', why: 'a number is wanted, it is a list' }],
        fields_in_all: 1,
        is_dropped: false,
        closes_connection: false,
        more_since_the_last: 0,
      },
    ],
  },
} as const satisfies Readonly<Record<string, CataloguedMessage>>;
