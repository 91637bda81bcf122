/** The people who signed in with an external provider, with groups and time, stored for 90 days to be compared with the provider's directory. */

import { sql, type Kysely } from 'kysely';
import type { SeenPerson } from '#domain/people/seenFindings';
import { z } from '#contract/schema';
import { DAY_MS } from '#domain/text/timeUnits';
import type { Database } from '../platform/database/tables.ts';
import type { Principal } from '../platform/principal.ts';

/** Number of days for which a sign-in is stored and compared with the directory. */
const KEPT_DAYS = 90;
const groupsShape = z.array(z.string());

/** Stores a person who signed in with an external provider, with the groups in the token, and deletes people who have not signed in for 90 days. */
export async function storeSeen(database: Kysely<Database>, { username, email, groups }: Principal, now: number): Promise<void> {
  const row = { email, groups: JSON.stringify(groups), at: new Date(now) };
  await database
    .insertInto('seen_person')
    .values({ username, ...row })
    .onConflict((known) => known.column('username').doUpdateSet(row))
    .execute();
  await database
    .deleteFrom('seen_person')
    .where('at', '<', new Date(now - KEPT_DAYS * DAY_MS))
    .execute();
}

/** Removes the stored sign-in of a person who is deleted, in the transaction that removes the person's data. Source: DIRECTORY16. */
export async function removeSeen(tx: Kysely<Database>, username: string): Promise<void> {
  await tx.deleteFrom('seen_person').where('username', '=', username).execute();
}

/** Returns the people who signed in within 90 days, each with the day of the last sign-in. */
export async function readSeen(database: Kysely<Database>, now: number): Promise<readonly SeenPerson[]> {
  const rows = await database
    .selectFrom('seen_person')
    .select(['username', 'email', 'groups', sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD')`.as('day')])
    .where('at', '>=', new Date(now - KEPT_DAYS * DAY_MS))
    .orderBy('username')
    .execute();
  return rows.map(({ groups, ...row }) => ({ ...row, groups: groupsShape.parse(groups) }));
}
