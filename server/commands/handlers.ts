/** Handlers of device commands: one call per button, `wait/{event}` and the list of commands. */

import type { Kysely, RawBuilder } from 'kysely';
import {
  type commandCalls,
  commandKind,
  getCommands,
  getReleaseControl,
  getReloadConfig,
  getStopImmediately,
  getTakeControl,
  getUploadAllData,
  getUploadData,
  getValidateMaps,
  getWait,
  type Command,
  type CommandKind,
} from '#contract/command';
import { argumentsOf, commands as rows, type CommandName } from '#domain/commands/commandRows';
import { listCommands } from './commandStore.ts';
import { invalid } from '../platform/failure/failure.ts';
import { createSlots } from '../platform/limits/slots.ts';
import { serve, serveUrgently, type Handlers } from '../platform/http/serve.ts';
import type { Principal, ScopedCaller } from '../platform/principal.ts';
import { requireDevice, requireOwnTimes, scopeOf } from '../locations/visibility.ts';
import { windowOf } from '../platform/database/pageOfRows.ts';
import type { Database } from '../platform/database/tables.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import type { Commands } from './commands.ts';
import { requireUpload } from './requireUpload.ts';

/** Dependencies of the command calls. */
export interface CommandDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  readonly commands: Commands;
  /** Returns SQL for the arguments of a row of `command` as a caller may read them. */
  readonly viewableArguments: (caller: Principal) => RawBuilder<unknown>;
}

/** Limits on the open waits of a person, all of which share one query of the database. */
const WAITS = { active: Number.POSITIVE_INFINITY, waiting: 1, perKey: 20 };

interface DeviceRequest extends ScopedCaller {
  readonly params: { readonly serial: string; readonly incident?: string };
  readonly requestId: string;
}

// A device may report the end of a command before the server records that it was sent.
const isSent = ({ status, sent_at }: Command) => sent_at != null || (status !== 'failed' && status !== 'expired');

function eventOf(name: string): CommandKind {
  const event = commandKind.safeParse(name);
  if (!event.success) throw invalid(`event: one of ${commandKind.options.join(', ')}`);
  return event.data;
}

/** Creates the handlers of device commands and their results. Kind, arguments and `needsControl` come from `domain/commands/commandRows.ts`. */
export function commandHandlers({
  database,
  registry,
  commands,
  viewableArguments,
}: CommandDependencies): Pick<Handlers, keyof typeof commandCalls> {
  const asking = ({ caller, scope, params, requestId }: DeviceRequest) => ({
    serial: requireDevice(scope, registry, params.serial),
    caller,
    scope,
    requestId,
  });
  const waits = createSlots(WAITS);
  const sendCommand = async (request: DeviceRequest, name: CommandName) => {
    const { kind: command, needsControl } = rows[name];
    const order = { ...asking(request), command, arguments: argumentsOf(name, request.params), needsControl };
    return { success: isSent(await commands.send(order)) };
  };
  return {
    getTakeControl: serve(getTakeControl, async (request) => ({ success: (await commands.takeControl(asking(request))) !== null })),
    getReleaseControl: serve(getReleaseControl, async (request) => ({
      success: (await commands.releaseControl(asking(request))) !== null,
    })),
    getStopImmediately: serveUrgently(getStopImmediately, async (request) => ({ success: await commands.stop(asking(request)) })),
    getUploadAllData: serve(getUploadAllData, (request) =>
      sendCommand(request, request.query.scope === 'fleet' ? 'uploadAllFleet' : 'uploadAll'),
    ),
    getUploadData: serve(getUploadData, async (request) => {
      const { caller, scope, params } = request;
      await requireUpload(database, requireOwnTimes(scope, registry, asking(request).serial), params.incident);
      // The scope is checked again, because the organisations of the caller or the owner of the device may have changed while the upload was looked up.
      return sendCommand({ ...request, scope: scopeOf(caller, registry) }, 'uploadOne');
    }),
    getValidateMaps: serve(getValidateMaps, (request) => sendCommand(request, 'validateMaps')),
    getReloadConfig: serve(getReloadConfig, (request) => sendCommand(request, 'reloadConfig')),
    getWait: serve(getWait, async (request) => {
      const event = eventOf(request.params.event);
      const { serial, caller } = asking(request);
      return { success: await waits(caller.username, () => commands.waitForConfirmation(serial, event)) };
    }),
    getCommands: serve(getCommands, ({ caller, scope, params, query }) =>
      listCommands(database, requireOwnTimes(scope, registry, params.serial), windowOf(query), viewableArguments(caller)),
    ),
  };
}
