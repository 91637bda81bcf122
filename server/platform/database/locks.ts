import { sql, type Transaction } from 'kysely';
import type { Database } from './tables.ts';

/**
 * The advisory locks of the database by name, each with a unique number, because two uses of the same number would wait for each other. A number never changes,
 * since servers of two versions may run on one database.
 */
export const locks = {
  /** Held by the server that runs on an embedded database; released when its connection ends, even after kill -9. */
  owner: 7_001,
  /** Held by the server that must be the only one on a database that others can reach. */
  soleInstance: 7_031,
  /** Held while seeding or encrypting at the start, so that only one of two servers that start together does it. */
  seedCompany: 7_002,
  seedSshCredentials: 7_006,
  seedMapLayers: 7_010,
  seedDeviceActions: 7_011,
  seedNetworks: 7_016,
  seedDeviceCredentials: 7_018,
  sealMetadata: 7_014,
  sealIdentity: 7_017,
  /** Held during the changes of the push settings of a person, who is the second key. */
  pushSettings: 7_007,
  /** Held while a validation of a type runs; the type is the second key. */
  validation: 7_012,
  /** Held until the end of the transaction that assigns a device's id to an incident or a treatment; the id is the second key. */
  wireIds: 7_041,
  /** Held while a person's bookmark is written; the person is the second key. */
  bookmarks: 7_044,
  /**
   * Held while a span is pinned (an organisation may pin a limited number) or released, and while old history is removed, so that no span is removed while it
   * is being pinned. Shared by transactions that add notes and late incidents, because these keep history too.
   */
  historyPins: 7_046,
  /** Held while lines of a person's session are written; the person is the second key. */
  sessionAccounts: 7_047,
  /** Held while a note is added to an incident; its id is the second key. */
  incidentNotes: 7_043,
  /** Held while the group of an organisation is chosen or changed; shared by transactions that write the groups of an account. */
  groupNames: 7_048,
  /** Held while a system_admin of a directory is changed. */
  directoryAdmins: 7_060,
  /** Held while the indexes of the audit record are built. */
  auditIndexes: 7_061,
  /** Held while names of places are compared and saved. */
  placeNames: 7_015,
} as const;

/** Holds a lock until the end of a transaction; waits for all other transactions that hold or share it. */
export const holdLock = (tx: Transaction<Database>, key: number) => sql`select pg_advisory_xact_lock(${key})`.execute(tx);

/** Holds a lock until the end of a transaction if the lock is free. Returns false if another transaction holds it. */
export async function holdLockIfFree(tx: Transaction<Database>, key: number): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(${key}) as "isFree"`.execute(tx);
  return rows[0]?.isFree === true;
}

/** Shares a lock until the end of a transaction; waits for a transaction that holds it. */
export const shareLock = (tx: Transaction<Database>, key: number) => sql`select pg_advisory_xact_lock_shared(${key})`.execute(tx);
