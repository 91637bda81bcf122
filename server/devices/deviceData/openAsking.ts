import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { CommandRequest } from '../../commands/commands.ts';
import type { LiveReports } from '../../fleet/liveReports.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Leases } from '../../platform/instances/leases.ts';
import { logOnce } from '../../platform/failure/logOnce.ts';
import { ASK_MS, createAsking } from './askDevices.ts';
import { readDataStates } from './whereDevice.ts';

interface OpenParts {
  readonly database: Kysely<Database>;
  readonly live: LiveReports;
  readonly registry: OwnershipRegistry;
  readonly sendByServer: (order: Pick<CommandRequest, 'serial' | 'command' | 'arguments'>) => Promise<boolean>;
  readonly afterMs: number;
  readonly leases: Leases;
  readonly now: () => number;
  readonly log: Logger;
}

/** Starts the requests for unknown data and the notifications about changed data, every 10 s; one instance does it on behalf of all. */
export function openAsking(parts: OpenParts): Promise<{ readonly close: () => Promise<void> }> {
  const { database, sendByServer, leases, log } = parts;
  const outcome = logOnce(log, { lost: 'devices cannot be asked for their reports', back: 'devices are asked for their reports again' });
  const configured = async (serials: readonly string[]) => {
    const rows = await database.selectFrom('config_device').select('serial').where('serial', 'in', serials).execute();
    return new Set(rows.map(({ serial }) => serial));
  };
  const start = () => {
    const ask = createAsking({
      ...parts,
      configured,
      readStates: (serials) => readDataStates(database, serials),
      sendByServer: (serial, command, words) => sendByServer({ serial, command, arguments: words }),
    });
    let asking: Promise<void> | null = null;
    const timer = setInterval(() => {
      asking ??= ask()
        .then(outcome.worked, outcome.failed)
        .finally(() => {
          asking = null;
        });
    }, ASK_MS);
    return Promise.resolve(async () => {
      clearInterval(timer);
      await asking;
    });
  };
  return leases.take({ name: 'asking', start });
}
