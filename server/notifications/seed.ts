import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { demoAccounts } from '../identity/seed/demoAccounts.ts';

/** The demo user without a phone. */
const WITHOUT = 'grace.bakker';

/** Adds a push subscription to each demo user except one; does nothing at a second start. */
export async function seedSubscriptions(database: Kysely<Database>, now: number): Promise<void> {
  const people = demoAccounts([], () => '').filter(({ username }) => username !== WITHOUT);
  const rows = people.map(({ username }) => ({ id: `demo-${username}`, username, created_at: new Date(now) }));
  await database
    .insertInto('push_subscription')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
