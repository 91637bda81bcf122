/** The store of access tokens, by their hash, whose second factor the ID token of the same sign-in proved. */

import type { Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/** Maximum number of proofs kept in memory; the oldest are dropped first, and read again when needed. */
const MAX_PROOFS = 10_000;

/** Access tokens, by their hash, whose second factor the ID token of the same sign-in proved. */
export interface SecondFactorProofs {
  /** Stores a proof until the token ends (ms since epoch), for every server on the database. */
  readonly add: (token: string, endsAt: number) => Promise<void>;
  readonly has: (token: string) => Promise<boolean>;
}

/** Opens the proofs in the database. */
export function openProofs(database: Kysely<IdentityTables>, now: () => number): SecondFactorProofs {
  const known = new Set<string>();
  const remember = (token: string) => {
    known.add(token);
    const oldest = known.values().next();
    if (known.size > MAX_PROOFS && oldest.done !== true) known.delete(oldest.value);
  };
  return {
    add: async (token, endsAt) => {
      await database.deleteFrom('identity_proof').where('ends_at', '<', new Date(now())).execute();
      await database
        .insertInto('identity_proof')
        .values({ token_hash: token, ends_at: new Date(endsAt) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      remember(token);
    },
    has: async (token) => {
      if (known.has(token)) return true;
      const row = await database.selectFrom('identity_proof').select('token_hash').where('token_hash', '=', token).executeTakeFirst();
      if (row !== undefined) remember(token);
      return row !== undefined;
    },
  };
}
