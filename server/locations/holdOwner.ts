/** Checks the owner of a device inside the transaction that writes for it, and holds the owner until the transaction ends. */

import type { Transaction } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import type { Scope } from '../platform/principal.ts';
import { covers } from './visibility.ts';

/** Holds the deployments of devices; returns whether all of the devices work for organisations of a scope. */
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
 * Throws the 404 of an unknown device unless all devices work for organisations of the scope, and keeps their owners until the end of the transaction: a
 * request's scope is checked against the ownership registry, which may be 2 s old. Transactions take this lock first, as those that end deployments do:
 * location, deployment, device type, device, control. For the staff, who may write for every owner, nothing is locked. Source: OWN8.
 */
export async function holdDevices(tx: Transaction<Database>, scope: Scope, serials: readonly string[]): Promise<void> {
  if (scope === 'all' || (await areHeld(tx, scope, serials))) return;
  // A device that moved while this transaction waited for its deployment has another deployment, which only a new statement sees.
  if (!(await areHeld(tx, scope, serials))) throw createFailure('noDevice');
}

/** Checks and holds the owner of one device, as `holdDevices` does. Source: OWN8. */
export const holdDevice = (tx: Transaction<Database>, scope: Scope, serial: string): Promise<void> => holdDevices(tx, scope, [serial]);
