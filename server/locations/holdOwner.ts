/** Checks the owner of a device inside the transaction that writes for it, and holds the owner until its end. */

import type { Transaction } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import type { Scope } from '../platform/principal.ts';
import { covers } from './visibility.ts';

/** Holds the deployments of devices; returns whether all work for organisations of a scope. */
async function areHeld(tx: Transaction<Database>, scope: Scope, serials: readonly string[]): Promise<boolean> {
  const rows = await tx
    .selectFrom('deployment')
    .select(['device_serial', 'organisation'])
    .where('device_serial', '=', (row) => row.fn.any(row.val([...serials])))
    .where('closed_date', 'is', null)
    .orderBy('device_serial')
    .forShare()
    .execute();
  const owners = new Map(rows.map(({ device_serial, organisation }) => [device_serial, organisation]));
  return serials.every((serial) => covers(scope, owners.get(serial) ?? null));
}

/**
 * Throws the 404 of an unknown device unless all devices work for organisations of the scope, and keeps that so until the end of the transaction. The scope of a
 * request is checked against the ownership registry, which may be 2 s old. It is the first lock of a transaction, as for those that end deployments: location,
 * deployment, device type, device, control. The staff, who may write for every owner, lock nothing here. Source: OWN8.
 */
export async function holdDevices(tx: Transaction<Database>, scope: Scope, serials: readonly string[]): Promise<void> {
  if (scope === 'all' || (await areHeld(tx, scope, serials))) return;
  // A device that moved while its deployment was waited for has another one, which only a new statement sees.
  if (!(await areHeld(tx, scope, serials))) throw createFailure('noDevice');
}

/** The same for one device. Source: OWN8. */
export const holdDevice = (tx: Transaction<Database>, scope: Scope, serial: string): Promise<void> => holdDevices(tx, scope, [serial]);
