import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { ConfigModel, ConfigValue } from '#contract/devices/configuration';
import { isSameValue } from '#domain/configuration/structuredValue';
import type { Database } from '../../platform/database/tables.ts';
import { configArguments } from '../applyConfirmedChange.ts';
import type { FileReport } from './fileReport.ts';
import type { DifferingValue } from './reportEvents.ts';

/** The author of a change that no user's command explains: the device itself. */
export const BY_DEVICE = { by_username: '', by_name: 'the device', command_id: null, requested_at: null } as const;

/** A value that differs between a report and the known configuration. */
export interface ReportedChange {
  readonly config_name: string;
  readonly old_value: ConfigValue | null;
  readonly new_value: ConfigValue | null;
  readonly model: ConfigModel;
}

interface Doer {
  readonly by_username: string;
  readonly by_name: string;
  readonly command_id: string | null;
  /** The time at which the command was given; null for the device itself. */
  readonly requested_at: Date | null;
}

/** A command that sets a value of the file and is not settled, i.e. not yet written as a change. */
interface Setting extends Doer {
  readonly config_name: string;
  readonly new_value: ConfigValue;
  readonly isOpen: boolean;
}

/** The newest change of a parameter since the previous report. */
interface Newest {
  readonly at: Date;
  readonly by_name: string;
  readonly isCommand: boolean;
}

/** Recent actions of users on the parameters of a file. */
export interface SettledCommands {
  readonly settings: readonly Setting[];
  readonly newest: ReadonlyMap<string, Newest>;
}

/** No recent action. */
export const NOBODY: SettledCommands = { settings: [], newest: new Map() };

/** Maximum age, in ms, of the commands that are searched: a device may have executed a command whose result was lost. */
const LOOK_BACK_MS = 600_000;

/** Reads commands of a file that are not settled, and its changes since `since`, the receive time of the previous report. */
export async function settlesOf(
  tx: Transaction<Database>,
  { serial, file_name, receivedAt }: FileReport,
  since: Date | null,
): Promise<SettledCommands> {
  const commands = await tx
    .selectFrom('command')
    .select(['id', 'arguments', 'given_by', 'given_by_name', 'given_at', 'ended_at'])
    .where('device_serial', '=', serial)
    .where('command', '=', 'config')
    .where('given_at', '>=', new Date(receivedAt.getTime() - LOOK_BACK_MS))
    .where(sql<boolean>`not exists (select from config_change where config_change.command_id = command.id)`)
    .orderBy('given_at', 'desc')
    .execute();
  const settings = commands.flatMap(({ id, arguments: words, given_by, given_by_name, given_at, ended_at }): Setting[] => {
    const read = configArguments.safeParse(words);
    if (!read.success || read.data.file_name !== file_name) return [];
    const { config_name, new_value } = read.data;
    const by = { by_username: given_by, by_name: given_by_name, command_id: id, requested_at: given_at };
    return [{ config_name, new_value, isOpen: ended_at === null, ...by }];
  });
  const changes = await tx
    .selectFrom('config_change')
    .distinctOn('config_name')
    .select(['config_name', 'at', 'by_name', 'command_id'])
    .where('serial', '=', serial)
    .where('file_name', '=', file_name)
    .where('at', '>', since ?? receivedAt)
    .orderBy('config_name')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const newest = new Map(
    changes.map(({ config_name, at, by_name, command_id }) => [config_name, { at, by_name, isCommand: command_id !== null }]),
  );
  return { settings, newest };
}

interface Attributed {
  readonly changes: readonly (ReportedChange & { readonly by: Doer })[];
  /** Names of the parameters whose known value is kept, because it was changed after the report was received or is being changed. */
  readonly kept: ReadonlySet<string>;
  readonly differing: readonly DifferingValue[];
}

/** Returns the changes with their authors (the user whose command set the value, otherwise the device), the parameters to keep, and the converted values. */
export function changedBy(changes: readonly ReportedChange[], { settings, newest }: SettledCommands, receivedAt: Date): Attributed {
  const kept = new Set<string>();
  const differing: DifferingValue[] = [];
  const attributed = changes.flatMap((change) => {
    const { config_name, old_value: set, new_value: has, model } = change;
    const last = newest.get(config_name);
    const own = settings.filter((setting) => setting.config_name === config_name);
    const setting = own.find(({ new_value }) => isSameValue(new_value, has));
    if (has !== null && ((last !== undefined && last.at > receivedAt) || (setting === undefined && own.some(({ isOpen }) => isOpen)))) {
      kept.add(config_name);
      return [];
    }
    if (last?.isCommand === true && setting === undefined)
      differing.push({ config_name, set, has, setBy: last.by_name, group: model.group });
    const { by_username, by_name, command_id, requested_at } = setting ?? BY_DEVICE;
    return [{ ...change, by: { by_username, by_name, command_id, requested_at } }];
  });
  return { changes: attributed, kept, differing };
}
