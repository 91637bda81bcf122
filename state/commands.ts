/** The slice of commands that this console sent (given, sent, refused), of which 200 are kept; also selects the failed stops. */

import { createSelector, createSlice } from '@reduxjs/toolkit';
import type { CommandName } from '#domain/commands/commandRows';
import type { RequestFailure } from '#streams/event';
import { onEvents } from './events.ts';

/** A command sent by this console, in the phase `given` until the server responds. Instants are in ms since epoch by the console's clock. */
export interface OwnCommand {
  /** The id of the command, which the server uses too. */
  readonly id: string;
  readonly command: CommandName;
  readonly serial: string;
  /** The path parameters of the call, including the serial. */
  readonly params: Readonly<Record<string, string>>;
  readonly phase: 'given' | 'sent' | 'refused';
  readonly givenAt: number;
  readonly endedAt: number | null;
  /** Reason for which the command was rejected; null if it was not. */
  readonly failure: RequestFailure | null;
  /** For a stop, the name of the device at the instant of the click. */
  readonly deviceName?: string;
  /** Whether the server confirmed over the socket that it has received the stop. */
  readonly isReceived?: boolean;
  /** Whether a person closed the notice that this stop failed. */
  readonly isDismissed?: boolean;
}

/** The commands of this console, oldest first. */
export type CommandsState = readonly OwnCommand[];

/** Maximum number of commands kept: enough for a global action on all devices. The server stores every command that it receives. */
export const COMMANDS_KEPT = 200;

const initialState: CommandsState = [];

type Draft = { -readonly [Field in keyof OwnCommand]: OwnCommand[Field] };

function dismiss(known: readonly Draft[], isMeant: (own: OwnCommand) => boolean): void {
  for (const own of known) if (isFailedStop(own) && isMeant(own)) own.isDismissed = true;
}

/** Removes the oldest commands above the maximum, except stops that are being sent or have failed: a person must see these. */
function forgetOldest(known: Draft[]): void {
  const excess = known.length - COMMANDS_KEPT;
  if (excess <= 0) return;
  const forgotten = new Set(known.filter((own) => !isFailedStop(own) && !isSendingStop(own)).slice(0, excess));
  known.splice(0, known.length, ...known.filter((own) => !forgotten.has(own)));
}

const isSendingStop = ({ command, phase }: OwnCommand): boolean => command === 'stop' && phase === 'given';

/** Returns whether a stop did not stop its device and its notice is still open. */
const isFailedStop = ({ command, phase, isDismissed }: OwnCommand): boolean =>
  command === 'stop' && phase === 'refused' && isDismissed !== true;

export const commands = createSlice({
  name: 'commands',
  initialState,
  reducers: {},
  extraReducers: onEvents<CommandsState>({
    'command.requested': (known, { commandId: id, command, serial, deviceName, request: { params }, at }) => {
      const name = command === 'stop' ? { deviceName } : {};
      // A person who stops a device again has already seen why the last stop failed.
      if (command === 'stop') dismiss(known, (own) => own.serial === serial);
      known.push({ id, command, serial, params, phase: 'given', givenAt: at, endedAt: null, failure: null, ...name });
      forgetOldest(known);
    },
    'stop.received': (known, { commandId }) => {
      const own = known.find(({ id }) => id === commandId);
      if (own !== undefined) own.isReceived = true;
    },
    'stop.dismissed': (known, { commandId }) => dismiss(known, ({ id }) => id === commandId),
    'stop.remembered': (known, { commandId: id, serial, deviceName, failure, failedAt }) => {
      if (known.some((own) => own.id === id)) return;
      const at = { givenAt: failedAt, endedAt: failedAt };
      known.push({ id, command: 'stop', serial, params: { serial }, phase: 'refused', ...at, failure, deviceName });
    },
    'command.sent': (known, { commandId, at }) => {
      const own = known.find(({ id }) => id === commandId);
      if (own !== undefined) Object.assign(own, { phase: 'sent', endedAt: at } satisfies Partial<OwnCommand>);
    },
    'command.rejected': (known, { commandId, failure, at }) => {
      const own = known.find(({ id }) => id === commandId);
      if (own !== undefined) Object.assign(own, { phase: 'refused', endedAt: at, failure } satisfies Partial<OwnCommand>);
    },
    'session.closed': (known) => {
      known.splice(0);
    },
  }),
});

interface WithCommands {
  readonly commands: CommandsState;
}

/** Selects the commands of this console for all devices, oldest first. */
export const selectOwnCommands = (s: WithCommands): CommandsState => s.commands;

/** Selects the newest command of this name that this console sent to a device; undefined if there is none. */
export const selectNewestCommand = (s: WithCommands, serial: string, name: CommandName): OwnCommand | undefined =>
  s.commands.findLast((own) => own.serial === serial && own.command === name);

/** Selects whether a command of this name and with these path parameters is waiting for the server's response. */
export const selectIsSending = (s: WithCommands, serial: string, name: CommandName, params: OwnCommand['params'] = {}): boolean =>
  s.commands.some(
    (own) =>
      own.phase === 'given' &&
      own.serial === serial &&
      own.command === name &&
      Object.entries(params).every(([param, value]) => own.params[param] === value),
  );

/** Selects the failed stops whose notice is open, oldest first. */
export const selectFailedStops = createSelector([selectOwnCommands], (given) => given.filter(isFailedStop));

/** Closes the notices of all failed stops, for a past moment; returns the same list if no notice is open. */
export const withoutNotices = (given: CommandsState): CommandsState =>
  given.some(isFailedStop) ? given.map((own) => (isFailedStop(own) ? { ...own, isDismissed: true } : own)) : given;

/** Selects the failed stop of a device whose notice is open; undefined if there is none. */
export const selectFailedStop = (s: WithCommands, serial: string): OwnCommand | undefined =>
  s.commands.findLast((own) => own.serial === serial && isFailedStop(own));

/** Selects the stop of a device that has no response yet; undefined if there is none. */
export const selectPendingStop = (s: WithCommands, serial: string): OwnCommand | undefined =>
  s.commands.findLast((own) => own.serial === serial && own.command === 'stop' && own.phase === 'given');
