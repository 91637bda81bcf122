import type { Kysely } from 'kysely';
import { holdLockIfFree, locks } from '../../platform/database/locks.ts';
import { allowPauses } from '../../platform/database/sessionLimits.ts';
import type { Database } from '../../platform/database/tables.ts';
import { createSlots } from '../../platform/limits/slots.ts';
import { directoryFailure } from './directoryFailure.ts';

/** A function that runs a change of a system_admin in a directory while no other server runs one. Throws 409 if another server does. */
export type AdminLock = (change: () => Promise<void>) => Promise<void>;

/** Limits of changes: one at a time holds a connection while the directory responds; the others wait in memory. */
const CHANGES = { active: 1, waiting: 20, perKey: 21 };

/**
 * Creates the lock for changes of system_admins in a directory, which has no transactions: if two administrators block each other at the same moment, one
 * remains. `change` must not use the database. Its outcome is the directory's, even if the transaction, which writes nothing, fails. Source: PEOPLE5,
 * DIRECTORY11, DIRECTORY13.
 */
export function createAdminLock(database: Kysely<Database>): AdminLock {
  const inTurn = createSlots(CHANGES);
  return (change) =>
    inTurn('', async () => {
      const begun: Promise<void>[] = [];
      try {
        await database.transaction().execute(async (tx) => {
          // Waiting for a change at another server would take as long as its directory, which is longer than the time limit of a query.
          if (!(await holdLockIfFree(tx, locks.directoryAdmins))) throw directoryFailure.adminChanging();
          await allowPauses.execute(tx);
          begun.push(change());
          await begun[0];
        });
      } catch (error) {
        // The end of the transaction fails if the connection was lost while the directory responded; the outcome of the change counts.
        if (begun.length === 0) throw error;
        await begun[0];
      }
    });
}
