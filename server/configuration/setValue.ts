import type { Command } from '#contract/command';
import type { ConfigValue } from '#contract/devices/configuration';
import { configRightsOf, isAllowed } from '#domain/configuration/configRights';
import { valueProblem } from '#domain/configuration/configValue';
import { isSameValue } from '#domain/configuration/structuredValue';
import { offline } from '../commands/commandDependencies.ts';
import { conflict, Failure, forbidden, invalid, notFound } from '../platform/failure/failure.ts';
import type { Principal, Scope } from '../platform/principal.ts';
import { configAt, LATEST, parametersOf, type Parameter } from './configAt.ts';
import { changedText, keptText } from './conflictText.ts';
import { lockParameter, lockHolder, releaseLock, releaseLockUnlessOpen, type PendingEdit } from './pendingEdits.ts';
import { configArguments, applyConfirmedChanges, type SettleDependencies } from './applyConfirmedChange.ts';
import type { ReadableTimes } from '../locations/visibility.ts';
import type { Commands } from '../commands/commands.ts';
import type { CommandTimes } from '../commands/commandTimeouts.ts';

/** Dependencies of changing a value. */
export interface ChangeDependencies extends SettleDependencies {
  readonly commands: Commands;
  readonly times: CommandTimes;
}

/** A request to change a parameter. */
export interface ConfigEdit {
  readonly serial: string;
  /** The periods in which the caller may see the author of a change. */
  readonly times: ReadableTimes;
  readonly file_name: string;
  readonly config_name: string;
  readonly new_value: ConfigValue;
  /** The value that the edit was based on, as a precondition; undefined skips the check. */
  readonly old_value: ConfigValue | undefined;
  readonly caller: Principal;
  readonly scope: Scope;
  readonly requestId: string;
}

async function requireParameter({ database }: ChangeDependencies, { serial, file_name, config_name }: ConfigEdit): Promise<Parameter> {
  const inFile = (await parametersOf(database, serial)).filter((parameter) => parameter.file_name === file_name);
  if (inFile.length === 0) throw notFound(`this device has no file ${file_name}`);
  const found = inFile.find((parameter) => parameter.config_name === config_name);
  if (found === undefined) throw notFound(`${file_name} has no parameter ${config_name}`);
  return found;
}

function requireRight({ caller }: ConfigEdit, { model }: Parameter): void {
  if (!isAllowed(configRightsOf(caller.groups), model.group, 'configure')) throw forbidden('not allowed to edit this parameter');
}

async function currentValue(dependencies: ChangeDependencies, { serial, file_name, config_name }: ConfigEdit): Promise<ConfigValue | null> {
  await applyConfirmedChanges(dependencies, serial);
  const { parameters } = await configAt(dependencies.database, serial, LATEST);
  return parameters.find((one) => one.file_name === file_name && one.config_name === config_name)?.value ?? null;
}

/** Sends the change to the device and waits for its result. Throws 409 when the change failed or expired, `Unanswered` after the timeout. */
async function send(dependencies: ChangeDependencies, { serial, caller, scope, requestId }: ConfigEdit, edit: PendingEdit): Promise<void> {
  const { file_name, config_name, new_value } = edit;
  const words = { file_name, config_name, new_value };
  const order = { serial, command: 'config', arguments: words, caller, scope, requestId, needsControl: false } as const;
  const given = await dependencies.commands.send(order);
  const sent = configArguments.parse(given.arguments);
  const isMine = sent.file_name === file_name && sent.config_name === config_name && isSameValue(sent.new_value, new_value);
  if (!isMine) throw conflict('this request id belongs to another change');
  const { status, text }: Command = await dependencies.commands.waitForEnd(given.id, dependencies.times.configMs);
  if (status === 'done') return;
  if (status === 'failed') throw conflict(`the device refused: ${text ?? 'it gave no reason'}`);
  throw status === 'expired' ? conflict('the device did not answer, nothing was changed') : new Unanswered();
}

/** The device may still respond: the parameter stays locked until then, and a late confirmation is written. */
class Unanswered extends Error {}
const tooLate = () => conflict('the device did not answer in time; what it has changed will be shown when it says so');

async function change(dependencies: ChangeDependencies, request: ConfigEdit, edit: PendingEdit): Promise<void> {
  const current = await currentValue(dependencies, request);
  if (isSameValue(current, edit.new_value)) return;
  if (request.old_value !== undefined && !isSameValue(request.old_value, current))
    throw conflict(await changedText(dependencies.database, { ...edit, times: request.times }, current));
  await send(dependencies, request, edit);
  await applyConfirmedChanges(dependencies, request.serial);
}

/**
 * Sets the value of one parameter by a `config` command and resolves when the device confirmed it. Only one change per parameter may be
 * pending, and a change based on an outdated value is rejected with 409 (optimistic concurrency). Source: CALL-002, OPEN-20, CFG1..5.
 */
export async function setValue(dependencies: ChangeDependencies, request: ConfigEdit): Promise<void> {
  const { database, live, now } = dependencies;
  const parameter = await requireParameter(dependencies, request);
  requireRight(request, parameter);
  if (!live.isConnected(request.serial)) throw offline();
  const problem = valueProblem(parameter.model, request.new_value);
  if (problem !== null) throw invalid(problem);
  const { serial, file_name, config_name, new_value, caller, requestId: command_id } = request;
  const edit = { serial, file_name, config_name, new_value, command_id, by_name: caller.name };
  if (!(await lockParameter(database, edit, now()))) throw conflict(keptText(edit, await lockHolder(database, edit, request.times)));
  try {
    await change(dependencies, request, edit);
  } catch (error) {
    if (error instanceof Unanswered) throw tooLate();
    // After any other error the device may have received the change, so the lock is released only when the command ends or the lock expires. If the database
    // cannot be queried, the lock of a command that was never stored expires soon.
    await (error instanceof Failure ? releaseLock(database, edit) : releaseLockUnlessOpen(database, edit)).catch(() => undefined);
    throw error;
  }
  await releaseLock(database, edit);
}
