import { createSlice } from '@reduxjs/toolkit';
import type { CommandName } from '#domain/commands';
import type { Failure } from '#streams/event';
import { onEvents } from './events.ts';

/** A command this console gave: `given` until the server answered. Instants in ms since epoch by the console's clock. */
export interface GivenCommand {
  /** The id by which the server knows it, too. */
  readonly id: string;
  readonly command: CommandName;
  readonly serial: string;
  /** The parameters of its path beside the serial, and the serial. */
  readonly params: Readonly<Record<string, string>>;
  readonly phase: 'given' | 'sent' | 'refused';
  readonly givenAt: number;
  readonly endedAt: number | null;
  /** Why it was not sent; null unless it was refused. */
  readonly failure: Failure | null;
}

/** What this console gave, oldest first. */
export type CommandsState = readonly GivenCommand[];

/** So many are remembered: all devices of a global action, and some; the server remembers all that reached it. */
export const COMMANDS_KEPT = 200;

const initialState: CommandsState = [];

export const commands = createSlice({
  name: 'commands',
  initialState,
  reducers: {},
  extraReducers: onEvents<CommandsState>({
    'command.requested': (known, { commandId: id, command, serial, request: { params }, at }) => {
      known.push({ id, command, serial, params, phase: 'given', givenAt: at, endedAt: null, failure: null });
      known.splice(0, known.length - COMMANDS_KEPT);
    },
    'command.sent': (known, { commandId, at }) => {
      const own = known.find(({ id }) => id === commandId);
      if (own !== undefined) Object.assign(own, { phase: 'sent', endedAt: at } satisfies Partial<GivenCommand>);
    },
    'command.rejected': (known, { commandId, failure, at }) => {
      const own = known.find(({ id }) => id === commandId);
      if (own !== undefined) Object.assign(own, { phase: 'refused', endedAt: at, failure } satisfies Partial<GivenCommand>);
    },
    'session.closed': (known) => {
      known.splice(0);
    },
  }),
});

interface WithCommands {
  readonly commands: CommandsState;
}

/** What this console gave, oldest first; of all devices. */
export const selectGivenCommands = (s: WithCommands): CommandsState => s.commands;

/** The newest such command that this console gave a device; undefined for none. */
export const selectNewestGiven = (s: WithCommands, serial: string, name: CommandName): GivenCommand | undefined =>
  s.commands.findLast((own) => own.serial === serial && own.command === name);

/** Whether such a command, with these parameters of its path, is on its way to the server. */
export const selectIsSending = (s: WithCommands, serial: string, name: CommandName, params: GivenCommand['params'] = {}): boolean =>
  s.commands.some(
    (own) =>
      own.phase === 'given' &&
      own.serial === serial &&
      own.command === name &&
      Object.entries(params).every(([param, value]) => own.params[param] === value),
  );
