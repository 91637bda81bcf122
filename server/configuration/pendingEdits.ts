/** Locks of parameters whose change the device has not yet confirmed (`config_pending`). */

import { sql, type Kysely } from 'kysely';
import type { ConfigValue } from '#contract/devices/configuration';
import { duringTimes } from '../locations/duringTimes.ts';
import type { ReadableTimes } from '../locations/visibility.ts';
import type { Database } from '../platform/database/tables.ts';

/** Lifetime of a parameter lock in ms; longer than the maximum lifetime of a delivered command. */
const HOLD_MS = 130_000;
/** Time within which the command of a lock is stored, in ms; a lock without a command after that time belongs to a change that was never sent. */
const GIVEN_WITHIN_MS = 15_000;

/** A pending change of one parameter. */
export interface PendingEdit {
  readonly serial: string;
  readonly file_name: string;
  readonly config_name: string;
  readonly new_value: ConfigValue;
  readonly command_id: string;
  readonly by_name: string;
}

/**
 * Locks a parameter for one change; false while another change whose command has not ended holds the lock. A single statement takes the lock, so that only one
 * of two concurrent changes gets it.
 */
export async function lockParameter(database: Kysely<Database>, edit: PendingEdit, now: number): Promise<boolean> {
  const row = { ...edit, new_value: JSON.stringify(edit.new_value), until: new Date(now + HOLD_MS) };
  const kept = await database
    .insertInto('config_pending')
    .values(row)
    .onConflict((clash) =>
      clash
        .columns(['serial', 'file_name', 'config_name'])
        .doUpdateSet({ command_id: row.command_id, new_value: row.new_value, by_name: row.by_name, until: row.until })
        .where(
          sql<boolean>`config_pending.until < ${new Date(now)}
            or (config_pending.command_id = excluded.command_id and config_pending.by_name = excluded.by_name)
            or exists (select from command where command.id = config_pending.command_id and command.ended_at is not null)
            or (config_pending.until < ${new Date(now + HOLD_MS - GIVEN_WITHIN_MS)}
              and not exists (select from command where command.id = config_pending.command_id))`,
        ),
    )
    .returning('command_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/**
 * Returns the pending change that holds the lock of a parameter; undefined when it was released meanwhile, or was begun while the device worked for another
 * owner than the caller's. Source: CFG11.
 */
export const lockHolder = (database: Kysely<Database>, { serial, file_name, config_name }: PendingEdit, times: ReadableTimes) =>
  database
    .selectFrom('config_pending')
    .select(['by_name', 'new_value'])
    .where('serial', '=', serial)
    .where('file_name', '=', file_name)
    .where('config_name', '=', config_name)
    .where(duringTimes(sql`until - ${HOLD_MS} * interval '1 millisecond'`, times))
    .executeTakeFirst();

/** A lock, by its parameter and the command of its change. */
export type Lock = Pick<PendingEdit, 'serial' | 'file_name' | 'config_name' | 'command_id'>;

const ofLock = (database: Kysely<Database>, { serial, file_name, config_name, command_id }: Lock) =>
  database
    .deleteFrom('config_pending')
    .where('serial', '=', serial)
    .where('file_name', '=', file_name)
    .where('config_name', '=', config_name)
    .where('command_id', '=', command_id);

/** Releases the parameter lock of a change. */
export async function releaseLock(database: Kysely<Database>, lock: Lock): Promise<void> {
  await ofLock(database, lock).execute();
}

/** Releases the parameter lock of a change whose command was never stored or has ended, since the device will no longer apply it. */
export async function releaseLockUnlessOpen(database: Kysely<Database>, lock: Lock): Promise<void> {
  const open = database.selectFrom('command').select('id').where('id', '=', lock.command_id).where('ended_at', 'is', null);
  await ofLock(database, lock)
    .where((row) => row.not(row.exists(open)))
    .execute();
}
