import { sql, type Kysely } from 'kysely';
import { refuseUsed, rowsWhere, type UseQuery } from '../platform/database/refuseUsed.ts';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict } from '../platform/failure/failure.ts';

/** The data that a device may have without having reported, apart from the data of other features. */
const OWN = ['ssh_credential', 'device_secret', 'device_credential', 'device_token', 'control'] as const;

/**
 * Removes a device that never reported and was never deployed, with its credentials and the actions on it; the actions are kept in the audit record. Throws
 * 404, or 409 when it has reported or is used; the message names the uses. Source: REMOVE1.
 */
export async function removeDevice(database: Kysely<Database>, serial: string): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('device').select('first_seen').where('serial', '=', serial).forUpdate().executeTakeFirst();
    if (row === undefined) throw createFailure('noDevice');
    const ofSerial = sql`serial = ${serial}`;
    const of = (table: Parameters<typeof rowsWhere>[0], test: typeof ofSerial): UseQuery => ({
      rows: rowsWhere(table, test),
      one: table,
      many: `${table}s`,
    });
    const byDevice = sql`device_serial = ${serial}`;
    const uses = [of('deployment', byDevice), of('command', byDevice), of('treatment', ofSerial), of('incident', ofSerial)];
    await refuseUsed(tx, serial, uses, 'all');
    if (row.first_seen !== null) throw conflict(`${serial} has reported. It can be decommissioned instead.`);
    for (const table of OWN) await tx.deleteFrom(table).where('serial', '=', serial).execute();
    await tx.deleteFrom('device_action').where('device_serial', '=', serial).execute();
    await tx.deleteFrom('device').where('serial', '=', serial).execute();
  });
}
