/** The single table of labels for wire words, keys and values, and counts with their noun. */

import { dateTimeText, instantMs } from './dates.ts';
import { MISSING, numberText } from './numbers.ts';
import { yesNo } from './yesNo.ts';

/** The label of every wire word that people see, in upper or lower case. A test fails when a word of the contract lacks a label. */
const WORDS: Readonly<Record<string, string>> = {
  // States and tasks of a device.
  idle: 'Idle',
  error: 'Error',
  executing_task: 'Executing a task',
  treating: 'Treating',
  docked: 'Docked',
  connected: 'Connected',
  disconnected: 'Disconnected',
  charging: 'Charging',
  restarting: 'Reconfiguring Software',
  resetting: 'Reconfiguring Software',
  drive_manually: 'Manual Driving',
  waiting: 'Waiting to start treatment',
  recovering: 'In Recovery',
  finishing_current: 'Finishing Current Lane',
  starting: 'Starting the treatment',
  calibration: 'In Calibration',
  initializing: 'Initializing',
  drive_task: 'Autonomously Driving',
  init_sideshift: 'Moving Sideshift',
  // Treatments and their jobs.
  uv: 'UV',
  uv_treatment: 'UV treatment',
  running: 'Running',
  fully_completed: 'Fully completed',
  partially_completed: 'Partially completed',
  stopped: 'Stopped',
  paused: 'Paused',
  queued: 'Queued',
  completed: 'Completed',
  recovered: 'Recovered',
  treatment_time: 'Treatment time',
  dosage: 'Dosage',
  // Forms of configuration files.
  plain: 'Plain YAML',
  ros2: 'ROS 2',
  // Marks of the history, besides the kinds of the incidents and treatments.
  command: 'Command',
  control: 'Control',
  configuration: 'Configuration',
  incident: 'Incident',
  treatment: 'Treatment',
  offline: 'Offline',
  event: 'Event',
  late: 'Late reports',
  // Reasons for keeping a span of the history, besides an incident.
  pin: 'Kept by a person',
  note: 'Note',
  // Lines of the account of a session.
  session: 'Session',
  screen: 'Screen',
  request: 'Request',
  // Hits of a search in a region.
  visit: 'In the region',
  standstill: 'Standstill',
  // Groups of availability, besides the device.
  location: 'Location',
  organisation: 'Organisation',
  // Commands.
  given: 'Given',
  sent: 'Sent',
  delivered: 'Delivered',
  done: 'Done',
  failed: 'Failed',
  expired: 'Expired',
  refused: 'Not sent',
  take_control: 'Request Control',
  release_control: 'Release Control',
  stop_immediately: 'Stop Immediately',
  upload_data: 'Upload incident data',
  validate_maps: 'Validate Maps',
  reload_config: 'Reload Config',
  config: 'Change Config',
  sync: 'Sync Treatments',
  report: 'Report Data',
  fetch: 'Fetch Changed Data',
  device: 'Device',
  fleet: 'Fleet',
  // Actions on hardware revisions.
  add: 'Add',
  remove: 'Remove',
  archive: 'Archive',
  restore: 'Restore',
  // Severities.
  success: 'Success',
  info: 'Info',
  warning: 'Warning',
  fatal: 'Fatal',
  // Life cycle stages.
  deployment: 'Deployment',
  operational: 'Operational',
  testing: 'Testing',
  service: 'Service',
  production: 'Production',
  pre_deployment: 'Pre Deployment',
  decommissioned: 'Decommissioned',
  commissioned: 'Commissioned',
  // Device types.
  lumion_fix: 'Lumion Fix',
  xenion_connect: 'Xenion Connect',
  xenion_a6: 'Xenion A6',
  kompano: 'Kompano',
  // Actions on a device.
  create: 'Create',
  update: 'Update',
  deploy: 'Deploy',
  close_deployment: 'Close Deployment',
  generate_credentials: 'Generate Credentials',
  delete_credentials: 'Delete Credentials',
  rsa2048: 'RSA2048',
  nistp256: 'NISTP256',
  identity: 'Device Identity',
  // Accounts, SIM cards.
  active: 'Active',
  inactive: 'Inactive',
  invited: 'Invited',
  suspended: 'Suspended',
  // Incidents, configuration, validation, maintenance.
  data_parsing: 'Data Parsing',
  log_parsing: 'Log Parsing',
  mosaic_rendering: 'Mosaic Rendering',
  rosbag: 'Rosbag',
  depth: 'Depth Video',
  rosparam: 'Ros Parameters',
  bool: 'Yes or no',
  string: 'Text',
  float: 'Number',
  int: 'Whole number',
  cognito: 'Accounts',
  organisations: 'Organisations',
  pi: 'Pi',
  nuc: 'NUC',
  router: 'Router',
  true: 'Yes',
  false: 'No',
};

/** Parts of a key that are not written in lower case. */
const PARTS: Readonly<Record<string, string>> = {
  id: 'ID',
  ids: 'IDs',
  ssid: 'SSID',
  wifi: 'WiFi',
  uv: 'UV',
  sim: 'SIM',
  sw: 'software',
  mfa: 'MFA',
  url: 'URL',
  ip: 'IP',
  mac: 'MAC',
  imei: 'IMEI',
  iccid: 'ICCID',
  ssh: 'SSH',
  qr: 'QR',
  x: 'X',
  y: 'Y',
};

/** Keys whose values are wire words; other texts are entered by people or devices and are left unchanged. */
const WORD_KEY = /(?:^|_)(?:state|task|status|type|stage|level|reason|kind|mode|severity|step|algorithm|command)$/;
/** An instant as the contract writes it. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Checks whether a wire word has a label. */
export const isLabelled = (word: string): boolean => Object.hasOwn(WORDS, word.toLowerCase());

/** Labels a wire word: `PRE_DEPLOYMENT` becomes `Pre Deployment`; an unknown word is left unchanged, except that underscores become blanks. Source: LABEL1. */
export const wordText = (word: string): string =>
  isLabelled(word) ? (WORDS[word.toLowerCase()] ?? word) : word.replaceAll('_', ' ').trim() || word;

/**
 * Labels a wire key: `hardware_revision_id` becomes `Hardware revision ID`; a path of keys is joined by commas. A key that is not a name is left unchanged.
 * Source: LABEL1.
 */
export function keyText(key: string): string {
  if (!/^[A-Za-z][\w.]*$/.test(key)) return key;
  const text = key
    .split('.')
    .map((name) =>
      name
        .split('_')
        .filter((part) => part !== '')
        .map((part) => (Object.hasOwn(PARTS, part) ? (PARTS[part] ?? part) : part))
        .join(' '),
    )
    .join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const IDENTIFIER = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** Labels the names in a wire path, joined by commas; names that people chose, such as the name of a file or a map, are left unchanged. Source: LABEL1. */
export const pathText = (path: readonly string[]): string => path.map((name) => (IDENTIFIER.test(name) ? keyText(name) : name)).join(', ');

/** Labels the kind of an event of the log: `device.stateReported` becomes `Device state reported`. Source: LABEL1. */
export function eventText(kind: string): string {
  const text = kind.replaceAll(
    /[.](\w)|([A-Z])/g,
    (_, after: string | undefined, capital: string | undefined) => ` ${(after ?? capital ?? '').toLowerCase()}`,
  );
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats a plain wire value for people: instants as dates, flags as Yes and No, wire words by their label, null as `-`. Source: LABEL1. */
export function valueText(key: string, value: unknown): string {
  if (value === null || value === undefined) return MISSING;
  if (typeof value === 'boolean') return yesNo(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (INSTANT.test(value)) return dateTimeText(instantMs(value));
  return WORD_KEY.test(key) ? wordText(value) : value;
}

/** Formats a count with its noun: `1 greenhouse`, `2 000 greenhouses`. Source: LABEL2, COUNT2. */
export const countText = (count: number, one: string, many = `${one}s`): string => `${numberText(count)} ${count === 1 ? one : many}`;
