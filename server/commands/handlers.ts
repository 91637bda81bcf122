import type { Kysely } from 'kysely';
import {
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
import { listCommands } from './commandStore.ts';
import { invalid } from '../platform/failure.ts';
import { serve, serveUrgently, type Handlers } from '../platform/http/serve.ts';
import type { Principal } from '../platform/principal.ts';
import { requireDevice, scopeOf } from '../locations/visibility.ts';
import { windowOf } from '../platform/database/pageOfRows.ts';
import type { Database } from '../platform/database/tables.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import type { Commands } from './commands.ts';

/** What the calls of commands work with. */
export interface CommandDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  readonly commands: Commands;
}

type CommandCall =
  | 'getTakeControl'
  | 'getReleaseControl'
  | 'getStopImmediately'
  | 'getUploadAllData'
  | 'getUploadData'
  | 'getValidateMaps'
  | 'getReloadConfig'
  | 'getWait'
  | 'getCommands';

interface DeviceRequest {
  readonly caller: Principal;
  readonly params: { readonly serial: string };
  readonly requestId: string;
}

const isUnderWay = ({ status }: Command) => status !== 'failed' && status !== 'expired';

function eventOf(name: string): CommandKind {
  const event = commandKind.safeParse(name);
  if (!event.success) throw invalid(`event: one of ${commandKind.options.join(', ')}`);
  return event.data;
}

/** Commands for devices and their results. Which commands need control: GAP-18, GAP-19. */
export function commandHandlers({ database, registry, commands }: CommandDependencies): Pick<Handlers, CommandCall> {
  const asking = ({ caller, params, requestId }: DeviceRequest) => ({
    serial: requireDevice(scopeOf(caller, registry), registry, params.serial),
    caller,
    requestId,
  });
  const give = async (request: DeviceRequest, command: CommandKind, words: Readonly<Record<string, unknown>>, needsControl = true) => ({
    success: isUnderWay(await commands.give({ ...asking(request), command, arguments: words, needsControl })),
  });
  return {
    getTakeControl: serve(getTakeControl, async (request) => ({ success: (await commands.take(asking(request))) !== null })),
    getReleaseControl: serve(getReleaseControl, async (request) => ({ success: (await commands.release(asking(request))) !== null })),
    getStopImmediately: serveUrgently(getStopImmediately, async (request) => ({ success: await commands.stop(asking(request)) })),
    getUploadAllData: serve(getUploadAllData, (request) =>
      give(request, 'upload_data', { incident: 'all' }, request.query.scope !== 'fleet'),
    ),
    getUploadData: serve(getUploadData, (request) => give(request, 'upload_data', { incident: request.params.incident })),
    getValidateMaps: serve(getValidateMaps, (request) => give(request, 'validate_maps', {})),
    getReloadConfig: serve(getReloadConfig, (request) => give(request, 'reload_config', {})),
    getWait: serve(getWait, async (request) => {
      const event = eventOf(request.params.event);
      return { success: await commands.confirmed(asking(request).serial, event) };
    }),
    getCommands: serve(getCommands, (request) => listCommands(database, asking(request).serial, windowOf(request.query))),
  };
}
