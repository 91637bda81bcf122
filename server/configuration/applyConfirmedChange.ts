import { sql, type Kysely, type Transaction } from 'kysely';
import { configValue } from '#contract/configuration';
import { z } from '#contract/schema';
import type { Database } from '../platform/database/tables.ts';
import { configAt } from './configAt.ts';
import { letGo } from './pendingEdits.ts';
import type { LiveReports } from '../fleet/liveReports.ts';

/** What writing confirmed changes works with. */
export interface SettleDependencies {
  readonly database: Kysely<Database>;
  readonly live: LiveReports;
  readonly now: () => number;
}

/** How long ago a command may have been given that nobody has written as a change yet, in ms. */
const LOOK_BACK_MS = 30 * 86_400_000;

/** What a `config` command asks of a device. */
export const configArguments = z.object({ file_name: z.string(), config_name: z.string(), new_value: configValue });

/** Commands that their device has done, in time or not, and that are not written as a change yet, oldest first. */
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

/** How far the clock of a device is ahead of ours, in ms; null when it never reported. */
function clockAhead({ live }: Pick<SettleDependencies, 'live'>, serial: string): number | null {
  const newest = live.newest(serial);
  return newest === undefined ? null : newest.deviceTime - newest.receivedAt;
}

async function commit(tx: Transaction<Database>, done: Done, aheadMs: number | null): Promise<void> {
  const { file_name, config_name, new_value } = configArguments.parse(done.arguments);
  const at = done.confirmed_at ?? done.ended_at ?? done.given_at;
  const before = await configAt(tx, done.device_serial, at);
  const old = before.parameters.find((one) => one.file_name === file_name && one.config_name === config_name)?.value ?? null;
  await tx
    .insertInto('config_change')
    .values({
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
    })
    .execute();
  await letGo(tx, done.id);
}

/**
 * Writes the changes that the device confirmed and that are not written yet: also those confirmed late, or while the server that asked for them
 * was ended. Everybody who reads a configuration calls it first; it writes each change once, whoever calls it at the same time.
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
