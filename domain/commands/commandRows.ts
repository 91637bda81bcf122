/** The device commands, one row each: label, preconditions, confirmation question, toast and note; and the reasons why a button is disabled. */

import {
  type CommandKind,
  getReleaseControl,
  getReloadConfig,
  getStopImmediately,
  getTakeControl,
  getUploadAllData,
  getUploadData,
  getValidateMaps,
} from '#contract/command';
import { alertText, noAnswerText } from '../text/alertText.ts';
import type { ServerFeature } from '#contract/config';
import { getTreatmentsSync } from '#contract/fleet/treatment';
import type { DeviceStatus } from '../devices/online.ts';
import { wordText } from '../text/labels.ts';

/** A device command that a button offers; every screen reads the same row. */
export interface CommandRow {
  /** The label of the button. */
  readonly label: string;
  readonly call: { readonly name: string; readonly path: string };
  /** Query parameters sent only when the server announces `queryFeature`; they are not part of the specification. */
  readonly query?: Readonly<Record<string, string>>;
  readonly queryFeature?: ServerFeature;
  /** The command kind that the device receives. */
  readonly kind: CommandKind;
  readonly needsOnline: boolean;
  /** True if the command works over WiFi only. Source: FLEET-055. */
  readonly needsWifi?: boolean;
  /** True if the user must control the device. Source: GAP-18, GAP-19, ROLE-026. */
  readonly needsControl: boolean;
  /** The text of the confirmation dialog, below 'Are you sure?'; null if the command is sent without a dialog. */
  readonly question: ((deviceName: string) => string) | null;
  /** True if the button is red; only for the stop. */
  readonly isDanger: boolean;
  /** The toast after the command was sent. Source: GAP-20. */
  readonly successText: string;
  /** The description of the command in the command list of a device; null for a command that is not listed there. */
  readonly note: string | null;
}

const SENT = 'The command is sent to the device';
const usual = { needsOnline: true, needsControl: false, question: null, isDanger: false, successText: SENT, note: null } as const;

/** The note on cost and connection shown before Upload All. Source: FLEET-054, FLEET-055, GAP-11, MSG-023. */
export const UPLOAD_NOTE = 'Uploading all data works only over WiFi, and may cost extra where that WiFi itself runs on 4G.';

/**
 * The commands that have a button; the command list of a device shows the commands with a note, in this order. Source: DEV-068..085, DEV-163, DEV-164,
 * ROLE-026, GAP-18..21, design 12.1.
 */
export const commands = {
  takeControl: { ...usual, label: wordText('take_control'), call: getTakeControl, kind: 'take_control' },
  releaseControl: { ...usual, label: wordText('release_control'), call: getReleaseControl, kind: 'release_control', needsControl: true },
  stop: {
    ...usual,
    label: wordText('stop_immediately'),
    call: getStopImmediately,
    kind: 'stop_immediately',
    question: (name: string) => `Stop ${name} immediately. It stops where it stands. A treatment in progress ends.`,
    isDanger: true,
  },
  validateMaps: {
    ...usual,
    label: wordText('validate_maps'),
    call: getValidateMaps,
    kind: 'validate_maps',
    needsControl: true,
    question: (name: string) => `Validate the maps on ${name}.`,
    note: 'Checks every map on the device.',
  },
  reloadConfig: {
    ...usual,
    label: wordText('reload_config'),
    call: getReloadConfig,
    kind: 'reload_config',
    needsControl: true,
    successText: 'The config is reloaded',
    note: 'Reads the configuration files again.',
  },
  uploadAll: {
    ...usual,
    label: 'Upload All Incident Data',
    needsWifi: true,
    call: getUploadAllData,
    kind: 'upload_data',
    needsControl: true,
    question: (name: string) => `Upload all incident data of ${name}. ${UPLOAD_NOTE}`,
    note: UPLOAD_NOTE,
  },
  uploadAllFleet: {
    ...usual,
    label: 'Upload All',
    needsWifi: true,
    call: getUploadAllData,
    query: { scope: 'fleet' },
    queryFeature: 'fleet_upload',
    kind: 'upload_data',
    question: (name: string) => `Upload all incident data of ${name}. ${UPLOAD_NOTE}`,
  },
  uploadOne: { ...usual, label: 'Upload', call: getUploadData, kind: 'upload_data', needsControl: true },
  syncTreatments: { ...usual, label: wordText('sync'), call: getTreatmentsSync, kind: 'sync' },
} as const satisfies Record<string, CommandRow>;
/** The key of a command in `commands`. */
export type CommandName = keyof typeof commands;

const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name);
/** The commands shown in the command list of a device: those with a note. Source: DEV-068..085. */
export const listedCommands = Object.keys(commands)
  .filter(isCommandName)
  .filter((name) => commands[name].note !== null);

/** Returns the arguments that the device receives with a command; `params` are the call's path parameters. Source: CMDS5. */
export function argumentsOf(name: CommandName, params: Readonly<Record<string, string>> = {}): Readonly<Record<string, unknown>> {
  if (name === 'uploadAll' || name === 'uploadAllFleet') return { incident: 'all' };
  return name === 'uploadOne' ? { incident: params['incident'] } : {};
}

/** The reasons for which a command cannot be sent now. */
export type CommandProblem = 'offline' | 'unknown' | 'wifi' | 'control';

/** The state that enables or disables a command button: the status and WiFi of the device, and whether the user controls it. */
export interface CommandContext {
  readonly status: DeviceStatus;
  readonly isInControl: boolean;
  /** Whether the device is connected by WiFi; null when unknown. */
  readonly hasWifi?: boolean | null | undefined;
}

/**
 * Returns why a command cannot be sent now; null when it can. A stop is refused only for a device that is known to be offline: when the data of the console is
 * outdated, the robot may still be reachable. Source: DEV-068, DEV-070, ROLE-026, STAT2.
 */
export function commandProblem(row: CommandRow, { status, isInControl, hasWifi }: CommandContext): CommandProblem | null {
  if (row.needsOnline && status === 'offline') return 'offline';
  if (row.needsOnline && status === 'unknown' && !row.isDanger) return 'unknown';
  if (row.needsWifi === true && hasWifi === false) return 'wifi';
  return row.needsControl && !isInControl ? 'control' : null;
}

/** The reasons shown next to a disabled button. Source: MSG-026, DEV-133. */
export const problemTexts: Readonly<Record<CommandProblem, string>> = {
  offline: 'Device is not online',
  wifi: 'The device has no WiFi, over which alone all data are uploaded.',
  unknown: 'Not known whether the device is online',
  control: 'You are not in control, request it.',
};

/** Returns the text of the notice about a stop that was sent but is not confirmed. */
export const sentText = (deviceName: string): string => `The command was sent to ${deviceName}`;

/** Returns the toast for a command that did not reach the device. Source: DEV-084. */
export const notSentText = (deviceName: string): string => `The command is not sent to ${deviceName}`;

/**
 * Returns the toast for a refused command other than a stop, followed by the reason of the server or the console, if there is one. Without a response it is
 * unknown whether the device received the command. A rejected session is shown elsewhere. Source: DEV-084, ANY17.
 */
export function refusedText(deviceName: string, { status, message }: { readonly status: number; readonly message: string }): string {
  const reason = message.trim();
  if (status === 0 && reason === '') return noAnswerText(`The command may be sent to ${deviceName}`);
  const text = status === 0 ? reason : alertText({ status, message });
  return reason === '' || status === 401 || text === null ? notSentText(deviceName) : `${notSentText(deviceName)}: ${text}`;
}
