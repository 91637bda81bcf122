import type { Kysely } from 'kysely';
import { refuseUsed } from '../platform/database/refuseUsed.ts';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict } from '../platform/failure/failure.ts';
import { hasReported, usesOfDevice } from './deviceUses.ts';

/** Tables whose rows prevent the removal of a device, in the order in which the message names the uses. */
const USES = ['deployment', 'command', 'treatment', 'incident', 'device_event', 'device_log'] as const;
/** The data that a device may have without having reported, apart from the data of other features. */
const OWN = ['ssh_credential', 'device_secret', 'device_credential', 'device_token', 'control', 'device_event'] as const;

/**
 * Removes a device that never reported and was never deployed, with its credentials and the actions on it; the actions are kept in the audit record. The events
 * that the server made about unreadable messages under its serial are removed too. Throws 404, or 409 when it has reported or is used; the message names the
 * uses. Source: REMOVE1.
 */
export async function removeDevice(database: Kysely<Database>, serial: string): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('device')
      .select(['first_seen', 'last_seen'])
      .where('serial', '=', serial)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw createFailure('noDevice');
    await refuseUsed(tx, serial, usesOfDevice(serial, USES), 'all');
    if (await hasReported(tx, serial, row)) throw conflict(`${serial} has reported. It can be decommissioned instead.`);
    for (const table of OWN) await tx.deleteFrom(table).where('serial', '=', serial).execute();
    await tx.deleteFrom('device_action').where('device_serial', '=', serial).execute();
    await tx.deleteFrom('device').where('serial', '=', serial).execute();
  });
}
