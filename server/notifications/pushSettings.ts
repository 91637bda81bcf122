/** Reads and saves the devices that a person selected for notifications (`push_setting`). */

import { sql, type Kysely, type Transaction } from 'kysely';
import { isPushDevice, selectionProblem, type PushChanges } from '#domain/people/pushSelection';
import type { Database } from '../platform/database/tables.ts';
import { invalid } from '../platform/failure/failure.ts';
import { locks } from '../platform/database/locks.ts';

/** Returns whether a device is still visible to the user. */
type Sees = (serial: string) => boolean;

/** Returns the settings of a user, for the visible devices that support notifications. */
export async function readPushSettings(database: Kysely<Database>, username: string, sees: Sees): Promise<PushChanges> {
  const rows = await database
    .selectFrom('push_setting')
    .innerJoin('device', 'device.serial', 'push_setting.serial')
    .select(['device.serial', 'device.name', 'device.device_type', 'device.life_cycle_stage', 'mobile_push'])
    .where('username', '=', username)
    .orderBy('device.serial')
    .execute();
  return Object.fromEntries(rows.filter((row) => sees(row.serial) && isPushDevice(row)).map((row) => [row.serial, row.mobile_push]));
}

async function requirePushDevices(tx: Transaction<Database>, serials: readonly string[]): Promise<void> {
  if (serials.length === 0) return;
  const devices = await tx.selectFrom('device').selectAll().where('serial', 'in', serials).execute();
  const silent = devices.find((device) => !isPushDevice(device));
  if (silent !== undefined) throw invalid(`${silent.serial} sends no notifications.`);
}

/** Saves all changes, or throws the problem and saves none. Changes of one user are serialised, even from two consoles. */
export async function savePushSettings(
  database: Kysely<Database>,
  { username, changes, sees }: { readonly username: string; readonly changes: PushChanges; readonly sees: Sees },
): Promise<void> {
  const rows = Object.entries(changes).map(([serial, mobile_push]) => ({ username, serial, mobile_push }));
  if (rows.length === 0) return;
  await database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.pushSettings}, hashtext(${username}))`.execute(tx);
    await requirePushDevices(
      tx,
      rows.filter(({ mobile_push }) => mobile_push).map(({ serial }) => serial),
    );
    const known = await readPushSettings(tx, username, sees);
    const selected = new Set(Object.keys(known).filter((serial) => known[serial] === true));
    const problem = selectionProblem(selected, changes);
    if (problem !== null) throw invalid(problem);
    await tx
      .insertInto('push_setting')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['username', 'serial']).doUpdateSet((row) => ({ mobile_push: row.ref('excluded.mobile_push') })),
      )
      .execute();
  });
}
