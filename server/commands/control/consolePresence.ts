/** Users with an open console, written as rows of the table `presence`. */

import { sql, type Kysely } from 'kysely';
import { VOID_AFTER_MS } from '../../platform/steadyClock.ts';
import type { Database } from '../../platform/database/tables.ts';

/** Times of the users' last activity in a console of this instance. */
export interface Presence {
  readonly seen: (username: string) => void;
  /** Sets the source of users with open sockets; they are treated as active at every flush. */
  readonly watch: (usernames: () => Iterable<string>) => void;
  /** Writes the users active since the last flush. On failure, keeps these users and rethrows the error. */
  readonly flush: () => Promise<void>;
}

/** SQL for the later of two instants. A stored instant far in the future is replaced, because it was written while the clock was wrong. */
const newer = sql<Date>`case when presence.seen_at > excluded.seen_at + make_interval(secs => ${VOID_AFTER_MS / 1_000})
  then excluded.seen_at else greatest(presence.seen_at, excluded.seen_at) end`;

/** Creates an empty presence record. */
export function createPresence(database: Kysely<Database>, now: () => number): Presence {
  const seenAt = new Map<string, number>();
  let openSockets: () => Iterable<string> = () => [];
  const seen = (username: string) => void seenAt.set(username, now());
  return {
    seen,
    watch: (usernames) => {
      openSockets = usernames;
    },
    flush: async () => {
      for (const username of openSockets()) seen(username);
      // The rows are sorted, because two instances that write the same users in a different order could deadlock.
      const taken = [...seenAt].toSorted(([a], [b]) => (a < b ? -1 : 1));
      if (taken.length === 0) return;
      const rows = taken.map(([username, at]) => ({ username, seen_at: new Date(at) }));
      await database
        .insertInto('presence')
        .values(rows)
        .onConflict((conflict) => conflict.column('username').doUpdateSet({ seen_at: newer }))
        .execute();
      // Users who were active again during the write are kept for the next flush.
      for (const [username, at] of taken) if (seenAt.get(username) === at) seenAt.delete(username);
    },
  };
}
