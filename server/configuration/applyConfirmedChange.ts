/** Writes the parameter changes that devices confirmed, including late ones. */

import { sql, type InsertObject, type Kysely, type Transaction } from 'kysely';
import { configValue } from '#contract/devices/configuration';
import { z } from '#contract/schema';
import { chunks } from '../platform/database/chunks.ts';
import type { Database } from '../platform/database/tables.ts';
import { configAt } from './configAt.ts';
import { releaseLock } from './pendingEdits.ts';
import type { LiveReports } from '../fleet/liveReports.ts';

/** Dependencies of writing confirmed changes. */
export interface SettleDependencies {
  readonly database: Kysely<Database>;
  readonly live: LiveReports;
  readonly now: () => number;
}

/** Maximum age of confirmed commands that are still written as changes, in ms (30 days). */
const LOOK_BACK_MS = 30 * 86_400_000;

/** Arguments of a `config` command. */
export const configArguments = z.object({ file_name: z.string(), config_name: z.string(), new_value: configValue });

/** Selects `config` commands that the device confirmed, in time or late, and that have no change row yet, oldest first. */
const unsettled = (database: Kysely<Database>, serial: string, since: Date) =>
  database
    .selectFrom('command')
    .selectAll()
    .where('device_serial', '=', serial)
    .where('command', '=', 'config')
    .where((row) => row.or([row('status', '=', 'done'), row('confirmed_at', 'is not', null)]))
    .where('given_at', '>=', since)
    .where((row) =>
      row.not(row.exists(row.selectFrom('config_change').select('id').whereRef('config_change.command_id', '=', 'command.id'))),
    )
    .orderBy(({ fn }) => fn.coalesce('confirmed_at', 'ended_at'));

type Done = Awaited<ReturnType<ReturnType<typeof unsettled>['execute']>>[number];

/** Returns the offset of a device's clock from the server's, in ms (positive: ahead); null if the device has never reported. */
function clockAhead({ live }: Pick<SettleDependencies, 'live'>, serial: string): number | null {
  const newest = live.newest(serial);
  return newest === undefined ? null : newest.deviceTime - newest.receivedAt;
}

/** Number of rows per statement: creating a statement blocks the thread. */
const CHANGES_AT_ONCE = 100;

/** Inserts changes of parameters. */
export async function insertChanges(tx: Transaction<Database>, changes: readonly InsertObject<Database, 'config_change'>[]): Promise<void> {
  for (const some of chunks(changes, CHANGES_AT_ONCE)) await tx.insertInto('config_change').values(some).execute();
}

async function commit(tx: Transaction<Database>, done: Done, aheadMs: number | null): Promise<void> {
  const { file_name, config_name, new_value } = configArguments.parse(done.arguments);
  const at = done.confirmed_at ?? done.ended_at ?? done.given_at;
  const before = await configAt(tx, done.device_serial, at, file_name);
  const known = before.parameters.find((one) => one.config_name === config_name);
  const old = known?.value ?? null;
  const change = {
    serial: done.device_serial,
    file_name,
    config_name,
    old_value: old === null ? null : JSON.stringify(old),
    new_value: JSON.stringify(new_value),
    at,
    device_time: aheadMs === null ? null : new Date(at.getTime() + aheadMs),
    by_username: done.given_by,
    by_name: done.given_by_name,
    command_id: done.id,
    model_group: known?.model.group ?? null,
    requested_at: done.given_at,
  };
  await insertChanges(tx, [change]);
  await releaseLock(tx, { serial: done.device_serial, file_name, config_name, command_id: done.id });
}

/**
 * Writes all changes that the device confirmed and that are not written yet, including those confirmed late or after a server restart. Call it before
 * reading a configuration. A row lock ensures that concurrent calls write each change once.
 */
export async function applyConfirmedChanges(dependencies: SettleDependencies, serial: string): Promise<void> {
  const { database } = dependencies;
  const since = new Date(dependencies.now() - LOOK_BACK_MS);
  if ((await unsettled(database, serial, since).limit(1).executeTakeFirst()) === undefined) return;
  await database.transaction().execute(async (tx) => {
    await sql`select from config_device where serial = ${serial} for update`.execute(tx);
    for (const done of await unsettled(tx, serial, since).execute()) await commit(tx, done, clockAhead(dependencies, serial));
  });
}
