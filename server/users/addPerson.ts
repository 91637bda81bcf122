import type { Kysely } from 'kysely';
import { refuseArchivedOrganisation } from '../locations/refuseArchived.ts';
import { type Fields, noteDone, noteUndone } from '../platform/audit/changes.ts';
import type { Database } from '../platform/database/tables.ts';

/** A change that adds a person who can sign in to organisations, and its undo. */
interface Giving {
  readonly act: () => Promise<void>;
  readonly undo: () => Promise<void>;
  /** Throws if something else that is assigned to the person no longer exists. */
  readonly check?: () => Promise<void>;
  /** The account before and after the change, for the audit record. */
  readonly change?: readonly [before: Fields, after: Fields];
}

/**
 * Adds a person to organisations. Throws 409 for an archived organisation, even for one that is being archived concurrently: either this call finds the
 * organisation archived, or the archiving call finds the new person. Source: ARCHIVE3, AUDITC4.
 */
export async function addPerson(
  database: Kysely<Database>,
  organisations: readonly string[],
  { act, undo, check, change }: Giving,
): Promise<void> {
  const refuse = async () => {
    for (const id of organisations) await refuseArchivedOrganisation(database, id);
    await check?.();
  };
  await refuse();
  await act();
  if (change !== undefined) noteDone(...change);
  try {
    await refuse();
  } catch (error) {
    await undo();
    if (change !== undefined) noteUndone(...change);
    throw error;
  }
}
