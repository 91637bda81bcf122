/** A command in a list: its text, status, steps given → sent → delivered → done, refusal and duration; also whether it is running, and why a stop failed. */

import type { CommandKind, CommandStatus } from '#contract/command';
import { wordText } from '../text/labels.ts';
import { alertText } from '../text/alertText.ts';
import { argumentsOf, type CommandName, commands } from './commandRows.ts';

type Arguments = Readonly<Record<string, unknown>>;

const ALL = 'all';
const suffix = (value: unknown): string => (typeof value === 'string' ? ` ${value}` : '');

/** The texts that also name an argument: the incident of a single upload, the parameter of a config change. */
const words: Readonly<Partial<Record<CommandKind, (given: Arguments) => string>>> = {
  upload_data: ({ incident }) => (incident === ALL ? commands.uploadAll.label : `${commands.uploadOne.label}${suffix(incident)}`),
  config: ({ config_name }) => `${wordText('config')}${suffix(config_name)}`,
};

/**
 * Returns the text of a command in a list: the label of its button, or a text that also names the argument, such as `Upload 8c1f` or `Change Config max_speed`.
 * Source: CMDS1.
 */
export const commandText = (kind: CommandKind, given: Arguments): string => words[kind]?.(given) ?? wordText(kind);

/** The displayed status of a command; `refused` is a command that this console failed to send. */
export type ShownStatus = CommandStatus | 'refused';

/** Returns how many of the four statuses given, sent, delivered, done a command has reached, 1..4. Source: CMDS2. */
export function progressOf(status: ShownStatus, reached: { readonly isSent: boolean; readonly isDelivered: boolean }): number {
  if (status === 'done') return 4;
  if (reached.isDelivered) return 3;
  return reached.isSent ? 2 : 1;
}

/** Checks whether a status is final: not given, sent or delivered. */
export const isFinal = (status: ShownStatus): boolean => status !== 'given' && status !== 'sent' && status !== 'delivered';

interface CommandState {
  readonly kind: CommandKind;
  readonly arguments: Arguments;
  readonly status: ShownStatus;
}

/** Checks whether an unfinished command of this button, with the same arguments, is among `lines`, from any user. Source: CMDS5. */
export function isRunning(lines: readonly CommandState[], name: CommandName, params: Readonly<Record<string, string>> = {}): boolean {
  const wanted = Object.entries(argumentsOf(name, params));
  return lines.some(
    (line) =>
      line.kind === commands[name].kind && !isFinal(line.status) && wanted.every(([argument, value]) => line.arguments[argument] === value),
  );
}

/** Returns why a command was not sent, for the command list; the toast uses `notSentText`. Source: CMDS3. */
export function refusalText(failure: { readonly status: number; readonly message: string }): string {
  if (failure.status === 0) return failure.message === '' ? 'No answer' : failure.message;
  return failure.status < 300 ? 'The device did not confirm it' : (alertText(failure) ?? '');
}

/** Formats the duration of a command in ms: `0.41 s`, `42.60 s`, from one minute `2 min 5 s`; a negative duration counts as 0. Source: CMDS4. */
export function tookText(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < 60_000) return `${(whole / 1_000).toFixed(2)} s`;
  const seconds = Math.floor(whole / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Returns why a stop did not stop the device, for its notice. Source: CMDS6. */
export function notStoppedReason({ status, message }: { readonly status: number; readonly message: string }): string {
  if (status === 0) return message === '' ? 'no answer' : message === NO_CONNECTION ? 'no connection' : lowerFirst(message);
  if (status < 300) return 'the robot did not confirm it';
  if (status === 401) return 'you are signed out';
  if (status === 429) return 'too many requests';
  if (message === NOT_RENEWED) return 'your sign-in could not be renewed';
  if (status >= 500) return 'the server is not available';
  const text = alertText({ status, message });
  return text === null ? 'the server refused it' : lowerFirst(text);
}

/** The message of a call whose token has expired and cannot be renewed yet. */
export const NOT_RENEWED = 'Your sign-in could not be renewed yet. Try again.';

/** The message of a command that fails because the browser has no network connection. */
export const NO_CONNECTION = 'No internet connection';

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');
