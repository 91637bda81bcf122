import { sql, type Kysely } from 'kysely';
import type { OnceLogger } from '../../platform/failure/logOnce.ts';
import { TRIES_WINDOW_MS } from '../secondFactor/attemptLimit.ts';
import type { IdentityTables } from '../tables.ts';

/** Interval at which expired records are deleted, in ms. */
export const DELETE_EVERY_MS = 600_000;
/** Time for which ended records are kept, in ms: a day, so that the late replay of a used token is still detected. */
export const KEEP_ENDED_MS = 24 * 3_600_000;
/** Time for which ended links are kept, in ms, so that their page shows the reason for the end. */
const KEEP_INVITATIONS_MS = 30 * 24 * 3_600_000;

/** Deletes expired records of the provider: tokens and sessions, attempts, rates and links. */
export async function deleteExpired(database: Kysely<IdentityTables>, now: number): Promise<void> {
  await database
    .deleteFrom('identity_record')
    .where('expires_at', '<', new Date(now - KEEP_ENDED_MS))
    .execute();
  await database
    .deleteFrom('identity_try')
    .where('tried_at', '<=', new Date(now - TRIES_WINDOW_MS))
    .execute();
  await database
    .deleteFrom('identity_sign_in_rate')
    .where('full_at', '<', sql<Date>`now()`)
    .execute();
  await database
    .deleteFrom('identity_invitation')
    .where('expires_at', '<', new Date(now - KEEP_INVITATIONS_MS))
    .execute();
  await database
    .deleteFrom('identity_address_link')
    .where('expires_at', '<', new Date(now - KEEP_INVITATIONS_MS))
    .execute();
}

/** Deletes expired records at an interval, in ms. Returns the stop function. */
export function deletePeriodically(database: Kysely<IdentityTables>, everyMs: number, now: () => number, outcome: OnceLogger): () => void {
  const timer = setInterval(() => void deleteExpired(database, now()).then(outcome.worked, outcome.failed), everyMs);
  return () => clearInterval(timer);
}
