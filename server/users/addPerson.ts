import type { Kysely } from 'kysely';
import { refuseArchivedOrganisation } from '../locations/refuseArchived.ts';
import type { Database } from '../platform/database/tables.ts';

/** A change that adds a person who can sign in to organisations, and its undo. */
interface Giving {
  readonly act: () => Promise<void>;
  readonly undo: () => Promise<void>;
  /** Throws if something else that is assigned to the person no longer exists. */
  readonly check?: () => Promise<void>;
}

/**
 * Adds a person to organisations. Throws 409 for an archived organisation, even for one that is being archived concurrently: the archiving call has either
 * counted its people before, or finds the new person. Source: ARCHIVE3.
 */
export async function addPerson(database: Kysely<Database>, organisations: readonly string[], { act, undo, check }: Giving): Promise<void> {
  const refuse = async () => {
    for (const id of organisations) await refuseArchivedOrganisation(database, id);
    await check?.();
  };
  await refuse();
  await act();
  try {
    await refuse();
  } catch (error) {
    await undo();
    throw error;
  }
}
