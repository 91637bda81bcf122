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
import { listCommands } from './store.ts';
import { invalid } from '../platform/failure.ts';
import { serve, serveUrgently, type Handlers } from '../platform/http/serve.ts';
import type { Principal } from '../platform/principal.ts';
import { requireDevice, scopeOf } from '../locations/visibility.ts';
import { windowOf } from '../platform/database/page.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Registry } from '../locations/registry.ts';
import type { Commands } from './commands.ts';

/** What the calls of commands work with. */
export interface CommandDependencies {
  readonly database: Kysely<Database>;
  readonly registry: Registry;
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

interface Asked {
  readonly caller: Principal;
  readonly params: { readonly serial: string };
  readonly requestId: string;
}

const isUnderWay = ({ status }: Command) => status !== 'failed' && status !== 'expired';

function eventOf(said: string): CommandKind {
  const event = commandKind.safeParse(said);
  if (!event.success) throw invalid(`event: one of ${commandKind.options.join(', ')}`);
  return event.data;
}

/** What devices are told, and what came of it. Which commands need control: GAP-18, GAP-19. */
export function commandHandlers({ database, registry, commands }: CommandDependencies): Pick<Handlers, CommandCall> {
  const asking = ({ caller, params, requestId }: Asked) => ({
    serial: requireDevice(scopeOf(caller, registry), registry, params.serial),
    caller,
    requestId,
  });
  const give = async (asked: Asked, command: CommandKind, words: Readonly<Record<string, unknown>>, needsControl = true) => ({
    success: isUnderWay(await commands.give({ ...asking(asked), command, arguments: words, needsControl })),
  });
  return {
    getTakeControl: serve(getTakeControl, async (asked) => ({ success: (await commands.take(asking(asked))) !== null })),
    getReleaseControl: serve(getReleaseControl, async (asked) => ({ success: (await commands.release(asking(asked))) !== null })),
    getStopImmediately: serveUrgently(getStopImmediately, async (asked) => ({ success: await commands.stop(asking(asked)) })),
    getUploadAllData: serve(getUploadAllData, (asked) => give(asked, 'upload_data', { incident: 'all' }, asked.query.scope !== 'fleet')),
    getUploadData: serve(getUploadData, (asked) => give(asked, 'upload_data', { incident: asked.params.incident })),
    getValidateMaps: serve(getValidateMaps, (asked) => give(asked, 'validate_maps', {})),
    getReloadConfig: serve(getReloadConfig, (asked) => give(asked, 'reload_config', {})),
    getWait: serve(getWait, async (asked) => {
      const event = eventOf(asked.params.event);
      return { success: await commands.confirmed(asking(asked).serial, event) };
    }),
    getCommands: serve(getCommands, (asked) => listCommands(database, asking(asked).serial, windowOf(asked.query))),
  };
}
